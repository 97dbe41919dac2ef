import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withDefinitionsOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { admittedText } from '../../admitted/admittedText.ts';
import { analyze } from '../../analyze.ts';
import { isValueList, isValueMap, plainValue, type Value } from '../../conversion/value.ts';
import type { PlainJson } from '../../crd/schema/json.ts';
import { isError } from '../../finding.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';

/** The answer of a kube-apiserver 1.37.2 to a create of an object that matches a MutatingAdmissionPolicy. */
interface Recorded {
  readonly policy: { readonly metadata: { readonly name: string } };
  readonly binding: object;
  readonly object: object;
  /** The stored object, without generated metadata. */
  readonly stored?: PlainJson;
  /** The reason for the refusal. */
  readonly said?: string;
}

describe('mutating policies and objects, as a real server answered', () => {
  const lines = readFileSync(new URL('fixtures/mutations.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'test' } };
  const answers = lines.map((line) => {
    const recorded: Recorded = JSON.parse(line);
    const { policy, binding, object } = recorded;
    const text = [namespace, policy, binding, object].map((manifest) => JSON.stringify(manifest)).join('\n---\n');
    const given = inputs('recorded.yaml', [withDefinitionsOf(surfaceOf('1.37'), text)]);
    const findings = analyze(text, given).resources.at(-1)?.verdicts[0]?.findings ?? [];
    const refusals = findings.filter(isError);
    return { ...recorded, text, given, refusals };
  });

  it('refuses nothing that the server stored', () => {
    const stored = answers.filter((answer) => answer.stored !== undefined);
    assert.deepEqual(
      stored.flatMap(({ policy, refusals }) => refusals.map(({ message }) => `${policy.metadata.name}: ${message}`)),
      [],
    );
    assert.ok(stored.length > 50);
  });

  it("reports a failed mutation in the server's words", () => {
    const failed = answers.filter(({ said }) => said?.startsWith('policy ') || said?.includes(': policy '));
    for (const { said, refusals } of failed) {
      for (const { code, message } of refusals) {
        if (code === 'admission-policy') assert.ok(said?.includes(message), `${message}\n${said}`);
      }
    }
    const found = failed.filter(({ refusals }) => refusals.some(({ code }) => code === 'admission-policy'));
    assert.ok(found.length > 15, `${found.length} of ${failed.length}`);
  });

  it('shows objects as the server stored them', () => {
    let shown = 0;
    for (const { stored, text, given, policy } of answers) {
      if (stored === undefined) continue;
      const admitted = admittedText(text, given);
      if (admitted.resources.at(-1)?.isOpen === true) continue;
      const root = readManifest(admitted.text).documents.at(-1)?.root;
      assert.ok(root !== undefined);
      // The status was not recorded.
      const absent = absentIn(plainValue(root), stored, '').filter((path) => path !== '.status');
      assert.deepEqual(absent, [], policy.metadata.name);
      shown++;
    }
    assert.ok(shown > 50, `${shown}`);
  });

  it('knows that every user has a name, and that LimitRanger writes a single annotation', () => {
    const names = new Set(['user-has-name', 'pods-without-note', 'pods-with-note']);
    const selected = answers.filter(({ policy }) => names.has(policy.metadata.name));
    assert.equal(selected.length, 7);
    for (const { text, given, policy } of selected)
      assert.equal(admittedText(text, given).resources.at(-1)?.isOpen, undefined, policy.metadata.name);
  });
});

/** The paths of values that the other value lacks; lists of the other value may have further items. */
function absentIn(expected: Value, actual: PlainJson | Value | undefined, path: string): readonly string[] {
  if (isValueMap(expected)) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
      return Object.keys(expected).length === 0 ? [] : [path];
    const existing = new Map(Object.entries(actual));
    return Object.entries(expected).flatMap(([key, value]) => absentIn(value, existing.get(key), `${path}.${key}`));
  }
  if (isValueList(expected)) {
    const items: readonly PlainJson[] = Array.isArray(actual) ? actual : [];
    return expected.flatMap((item, index) =>
      items.some((candidate) => absentIn(item, candidate, '').length === 0) ? [] : [`${path}[${index}]`],
    );
  }
  return expected === actual ? [] : [path];
}
