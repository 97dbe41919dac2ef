import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withDefinitionsOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

/** A server whose pods have no service account. */
const target = '1.37,disable-admission-plugins=ServiceAccount';

/** The answer of kube-apiserver 1.37.1 to the last of several objects, after it stored the others. */
interface Recorded {
  readonly objects: readonly object[];
  readonly denied: boolean;
  readonly said: string | null;
}

describe('policies and objects, as a real server answered', () => {
  const lines = readFileSync(new URL('fixtures/recorded.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const answers = lines.map((line) => {
    const recorded: Recorded = JSON.parse(line);
    const text = recorded.objects.map((object) => JSON.stringify(object)).join('\n---\n');
    const { resources } = analyze(text, inputs('recorded.yaml', [withDefinitionsOf(surfaceOf(target), text)]));
    const findings = resources.at(-1)?.verdicts[0]?.findings ?? [];
    return { ...recorded, findings: findings.filter(({ code }) => code === 'admission-policy') };
  });

  it('reports only what the server reports, in its words', () => {
    for (const { findings, said, denied } of answers) {
      for (const { message, consequence } of findings) {
        assert.ok(said?.includes(message), `${message}\n${said}`);
        assert.equal(consequence, denied ? 'forbidden' : 'warning');
      }
    }
  });

  it('finds most of its findings', () => {
    const denied = answers.filter((answer) => answer.said !== null);
    const found = denied.filter(({ findings }) => findings.length > 0);
    assert.ok(found.length > denied.length / 2, `${found.length} of ${denied.length}`);
  });
});
