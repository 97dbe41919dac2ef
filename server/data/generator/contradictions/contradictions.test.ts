import assert from 'node:assert/strict';
import { minor } from '../../../src/targets/version.ts';
import { readFacts } from '../facts.ts';
import type { JsonObject } from '../json.ts';
import { object } from '../json.ts';
import { contradictions } from './contradictions.ts';
import { probeRules } from './costProbes.ts';

const facts = readFacts();
const binary = minor(37);
const name = '1.37';

/** The contradictions after a change to an entry of the binary. */
function changed(file: string, change: (entry: JsonObject) => JsonObject): string[] {
  const entry = object(facts.builtIn.get(file)?.[name]);
  return contradictions(binary, { [file]: change(entry) }, facts.gates, facts.authored);
}

describe('facts of a binary', () => {
  it('contradict no authored table', () => {
    for (const file of facts.builtIn.keys())
      assert.deepEqual(
        changed(file, (entry) => entry),
        [],
        file,
      );
  });

  it('contradict authored flags that the binary lacks', () => {
    const { 'min-compatibility-version': _, ...flags } = object(
      object(facts.builtIn.get('flags.json')?.[name])['kube-apiserver'],
    );
    assert.deepEqual(
      changed('flags.json', (entry) => ({ ...entry, 'kube-apiserver': flags })),
      [
        'server/data/authored/binaries.json has --min-compatibility-version, which kube-apiserver lacks in 1.37 (server/data/facts/flags.json)',
        'server/data/authored/target-sources.json reads --min-compatibility-version of kube-apiserver, which it lacks in 1.37 (server/data/facts/flags.json)',
      ],
    );
  });

  it('contradict authored plugins that have another default', () => {
    assert.deepEqual(
      changed('admission-plugins.json', (entry) => ({ ...entry, off: ['PodSecurity', ...[entry['off']].flat()] })),
      [
        'server/data/authored/admission.json has PodSecurity, which is not on by default in kube-apiserver 1.37 (server/data/facts/admission-plugins.json)',
      ],
    );
  });

  it('contradict functions and macros of expressions, by compatibility version', () => {
    const entry = (row: JsonObject): JsonObject => ({
      ...row,
      functions: { ...object(row['functions']), 'shout string.() -> string': '1.36-' },
    });
    const [first = ''] = changed('expressions.json', entry);
    assert.match(first, /cel-libraries\.json lacks shout string\.\(\) -> string at compatibility version 1\.36, which/);
  });

  it('contradict fields of objects and types of variables', () => {
    const found = changed('expressions.json', (row) => ({
      ...row,
      variables: { ...object(row['variables']), object: 'string' },
      objects: { 'kubernetes.UserInfo': { username: 'string', uid: 'string', groups: 'list(string)', extra: 'dyn' } },
    }));
    assert.equal(found.length, 2);
    assert.match(found.join('\n'), /kubernetes\.UserInfo\.extra is map\(string, list\(string\)\), not dyn/);
    assert.match(found.join('\n'), /object is dyn, not string/);
  });

  it('contradict estimated costs', () => {
    const [rule = ''] = probeRules();
    const [found = ''] = changed('expression-costs.json', (entry) => ({ ...entry, [rule]: '1' }));
    assert.match(found, /^server\/src\/cel\/cost: .* costs \d+, and 1 in kube-apiserver 1\.37/);
  });
});
