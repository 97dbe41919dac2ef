import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { Value } from '../../../server/src/conversion/value.ts';
import { severityOf } from '../../../server/src/finding.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { unexplainedDifferences } from './storedObjects.ts';

/** The answers of a server for objects, each with the other objects of its cluster. */
interface Recorded {
  readonly target: string;
  readonly subject: string;
  readonly given: readonly object[];
  readonly answers: readonly {
    readonly object: object;
    readonly status: number;
    readonly message?: string;
    readonly stored?: Value;
  }[];
}

/** Only the cluster knows which objects are absent. */
const absent = /not found$|^[^:]*: no PriorityClass with name|error looking up service account/;

describe('objects beside those of a cluster, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('clusters.jsonl.gz', import.meta.url));
  const answers = rows.flatMap(({ target, subject, given, answers: all }) => {
    return all.map((answer) => {
      const text = [...given, answer.object].map((object) => JSON.stringify(object)).join('\n---\n');
      const workspace = inputs('recorded.yaml', [withDefinitionsOf(surfaceOf(target), text)]);
      return {
        ...answer,
        subject,
        text,
        workspace,
        findings: analyze(text, workspace).resources.at(-1)?.verdicts[0]?.findings ?? [],
      };
    });
  });

  it('refuses nothing that the server accepts', () => {
    for (const { status, findings, text } of answers) {
      const errors = findings.filter(({ consequence }) => severityOf[consequence] === 'error');
      if (status < 300) assert.deepEqual(errors, [], text);
    }
  });

  it('finds what the server refuses because of these objects', () => {
    const refused = answers.filter(({ status, message = '' }) => status >= 300 && !absent.test(message));
    assert.ok(refused.length > 300, `${refused.length}`);
    const missed = refused.filter(
      ({ findings }) =>
        !findings.some((finding) => finding.consequence === 'advice' || severityOf[finding.consequence] === 'error'),
    );
    // The order in which the server evaluates several LimitRanges is unknown.
    for (const { subject } of missed) assert.equal(subject, 'bounds');
    assert.ok(missed.length < refused.length / 40, `${missed.length} of ${refused.length}`);
  });

  it('shows what the server stores, except generated values', () => {
    let compared = 0;
    for (const { stored, text, workspace } of answers) {
      if (stored === undefined) continue;
      assert.deepEqual(unexplainedDifferences(text, workspace, stored), [], text);
      compared++;
    }
    assert.ok(compared > 800, `${compared}`);
  });
});
