import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { Value } from '../../../server/src/conversion/value.ts';
import { severityOf } from '../../../server/src/finding.ts';
import { readAdmissionSettings } from '../../../server/src/sources/admissionSettings.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { configuredPlugins } from './configured.ts';
import { unexplainedDifferences } from './storedObjects.ts';

/** The answers of a server with an AdmissionConfiguration for objects. */
interface Recorded {
  readonly target: string;
  readonly configuration: object;
  readonly given: readonly object[];
  readonly answers: readonly {
    readonly object: object;
    readonly status: number;
    readonly message?: string;
    readonly stored?: Value;
  }[];
}

describe('objects under the settings of admission plugins, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('configured.jsonl.gz', import.meta.url));
  const answers = rows.flatMap(({ target, configuration, given, answers: all }) => {
    const expression = `${target},enable-admission-plugins=${configuredPlugins.replaceAll(',', ';')}`;
    const settings = readAdmissionSettings(JSON.stringify(configuration), 'admission.json', () => undefined);
    assert.ok(settings !== undefined);
    const plain = surfaceOf(expression);
    const surface = { ...plain, target: { ...plain.target, admissionConfiguration: { settings } } };
    return all.map((answer) => {
      const text = [...given, answer.object].map((object) => JSON.stringify(object)).join('\n---\n');
      const fileInputs = inputs('recorded.yaml', [withDefinitionsOf(surface, text)]);
      const findings = analyze(text, fileInputs).resources.at(-1)?.verdicts[0]?.findings ?? [];
      return { ...answer, text, fileInputs, findings };
    });
  });
  const isError = ({ consequence }: (typeof answers)[number]['findings'][number]) =>
    severityOf[consequence] === 'error';

  it('refuses nothing that the server accepts', () => {
    for (const { status, findings, text } of answers) {
      if (status < 300) assert.deepEqual(findings.filter(isError), [], text);
    }
  });

  it("finds what the server refuses, in the server's words", () => {
    const refused = answers.filter(({ status }) => status >= 300);
    assert.ok(refused.length > 300, `${refused.length}`);
    // Go's JSON errors are not reproduced, and fields are not named.
    const broken = /^invalid character|^json: |^unexpected end/;
    const missed = refused.filter(({ findings, message = '' }) => {
      const reported = findings.filter((finding) => finding.consequence === 'advice' || isError(finding));
      const words = broken.test(message) ? 'is not a JSON list' : undefined;
      return !reported.some((finding) =>
        words === undefined ? message.includes(finding.message) : finding.message.includes(words),
      );
    });
    assert.deepEqual(
      missed.map(({ message, text, findings }) => [message, findings.map((finding) => finding.message), text]),
      [],
    );
  });

  it('shows what the server stores, except generated values', () => {
    let compared = 0;
    for (const { stored, text, fileInputs } of answers) {
      if (stored === undefined) continue;
      assert.deepEqual(unexplainedDifferences(text, fileInputs, stored), [], text);
      compared++;
    }
    assert.ok(compared > 300, `${compared}`);
  });
});
