import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { severityOf } from '../../../server/src/finding.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { classes } from './plugins.ts';

/** The answers of a server for objects in a namespace with other objects. */
interface Recorded {
  readonly target: string;
  readonly given: readonly object[];
  readonly answers: readonly { readonly object: object; readonly status: number; readonly message?: string }[];
}

describe('admission plugins, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('plugins.jsonl.gz', import.meta.url));
  const answers = rows.flatMap(({ target, given, answers: all }) => {
    const texts = [...classes, ...given, ...all.map(({ object }) => object)].map((manifest) =>
      JSON.stringify(manifest),
    );
    const text = texts.join('\n---\n');
    const { resources } = analyze(text, inputs('recorded.yaml', [withDefinitionsOf(surfaceOf(target), text)]));
    const first = classes.length + given.length;
    return all.map((answer, index) => {
      const findings = resources[first + index]?.verdicts[0]?.findings ?? [];
      return { ...answer, line: texts[first + index], findings };
    });
  });

  it('refuses nothing that the server accepts', () => {
    for (const { status, line, findings } of answers) {
      if (status < 300)
        assert.deepEqual(
          findings.filter(({ consequence }) => severityOf[consequence] === 'error'),
          [],
          line,
        );
    }
  });

  it("finds what the server refuses, in the server's words", () => {
    const refused = answers.filter(({ status }) => status >= 300);
    assert.ok(refused.length > 500);
    const missed = refused.flatMap(({ message = '', line, findings }) => {
      const reported = findings.filter(
        ({ consequence }) => consequence === 'advice' || severityOf[consequence] === 'error',
      );
      // The quota usage of other objects is unknown here.
      const plain = message.replaceAll(/ used: \S+/g, '');
      return reported.some((finding) => plain.includes(finding.message))
        ? []
        : [`${message}\n${reported.map((finding) => finding.message).join('\n')}\n${line}`];
    });
    // Only the cluster knows whether a pod without a PriorityClass gets one, which a quota depends on.
    assert.equal(missed.length, 1, missed.join('\n\n'));
    assert.match(missed[0] ?? '', /exceeded quota: first, requested: requests.cpu=1100m/);
  });
});
