import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { paramDefinitions } from './params.ts';

/** The answers of a server for objects, with a policy, its binding and its parameters. */
interface Recorded {
  readonly target: string;
  readonly given: readonly object[];
  readonly answers: readonly {
    readonly object: object;
    readonly status: number;
    readonly message?: string;
    readonly warnings: readonly string[];
  }[];
}

describe('policies with parameters, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('params.jsonl.gz', import.meta.url));
  const answers = rows.flatMap(({ target, given, answers: all }) => {
    const isOnly = JSON.stringify(given).split('"expression":').length === 2;
    return all.map((answer) => {
      const texts = [...paramDefinitions, ...given, answer.object].map((object) => JSON.stringify(object));
      const text = texts.join('\n---\n');
      const { resources } = analyze(text, inputs('recorded.yaml', [withDefinitionsOf(surfaceOf(target), text)]));
      const findings = resources.at(-1)?.verdicts[0]?.findings ?? [];
      const ofPolicies = findings.filter(({ code }) => code === 'admission-policy');
      return {
        ...answer,
        said: [answer.message ?? '', ...answer.warnings].join('\n'),
        findings: ofPolicies,
        text,
        isOnly,
      };
    });
  });

  it('reports only what the server reports', () => {
    for (const { findings, status, said, warnings, text, isOnly } of answers) {
      if (status < 300 && warnings.length === 0) assert.deepEqual(findings, [], text);
      const isDenied = findings.some(({ consequence }) => consequence === 'forbidden');
      assert.ok(!isDenied || status >= 400, `${said}\n${text}`);
      // The server reports the first of several reasons, which can be one that is uncertain here.
      const compared = findings.filter(({ consequence }) => consequence === 'warning' || isOnly);
      for (const { message } of compared) assert.ok(said.includes(message), `${message}\n${said}\n${text}`);
    }
  });

  it('finds most of its findings', () => {
    const refused = answers.filter(({ status, warnings }) => status >= 300 || warnings.length > 0);
    const certain = refused.filter(({ said }) => !said.includes('no params found'));
    const found = certain.filter(({ findings }) => findings.length > 0);
    assert.ok(found.length > certain.length / 2, `${found.length} of ${certain.length}`);
  });
});
