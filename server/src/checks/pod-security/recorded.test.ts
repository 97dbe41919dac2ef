import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withDefinitionsOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { readAdmissionSettings } from '../../sources/admissionSettings.ts';

/**
 * The answer of kube-apiserver 1.37.1 with its default admission plugins to an object in a namespace with such labels.
 */
interface Recorded {
  readonly target: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly object: { readonly metadata: { readonly namespace: string } };
  readonly status: number;
  readonly said: string | null;
}

describe('pods and the Pod Security Standard of their namespace, as a real server answered', () => {
  expectAnswers(linesOf('recorded.jsonl'), surfaceOf);
});

describe('pods under an AdmissionConfiguration with defaults and exemptions, as a real server answered', () => {
  const [first = '', ...lines] = linesOf('configured.jsonl');
  const { configuration }: { configuration: string } = JSON.parse(first);
  const settings = readAdmissionSettings(configuration, 'admission.yaml', () => undefined);
  expectAnswers(lines, (expression) => {
    const surface = surfaceOf(expression);
    assert.ok(settings?.podSecurity !== undefined);
    return { ...surface, target: { ...surface.target, admissionConfiguration: { settings } } };
  });
});

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
}

function expectAnswers(lines: readonly string[], surfaceAt: (expression: string) => ApiSurface): void {
  for (const [index, line] of lines.entries()) {
    const recorded: Recorded = JSON.parse(line);
    const { target, labels, object, status, said } = recorded;
    it(`${index + 1} at ${target}: ${status}`, () => {
      const name = object.metadata.namespace;
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
      const text = [namespace, object].map((manifest) => JSON.stringify(manifest)).join('\n---\n');
      const { resources } = analyze(text, inputs('recorded.yaml', [withDefinitionsOf(surfaceAt(target), text)]));
      const findings = resources[1]?.verdicts[0]?.findings.filter(({ code }) => code === 'pod-security') ?? [];
      const answered = findings.find(({ consequence }) => consequence !== 'advice');
      assert.equal(answered?.consequence, said === null ? undefined : status === 403 ? 'forbidden' : 'warning');
      if (answered !== undefined) assert.ok(said?.includes(answered.message), `${answered.message}\n${said}`);
    });
  }
}
