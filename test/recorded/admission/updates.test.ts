import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { severityOf } from '../../../server/src/finding.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

/** The answers of a server to updates of a stored object, with the other objects of its cluster. */
interface Recorded {
  readonly target: string;
  readonly given: readonly object[];
  readonly stored: object;
  readonly answers: readonly { readonly object: object; readonly status: number; readonly message?: string }[];
}

describe('updates beside the objects of a cluster, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('updates.jsonl.gz', import.meta.url));
  const answers = rows.flatMap(({ target, given, stored, answers: all }) => {
    const old = oldObjectsOf([{ path: 'stored.json', text: JSON.stringify(stored) }]);
    return all.map((answer) => {
      const text = [...given, answer.object].map((object) => JSON.stringify(object)).join('\n---\n');
      const surface = withDefinitionsOf(surfaceOf(target), text);
      const { resources } = analyze(text, inputs('recorded.yaml', [surface], { stored: old, earlier: old }));
      const findings = resources.at(-1)?.verdicts[0]?.findings ?? [];
      return {
        ...answer,
        text,
        stored,
        errors: findings.filter(({ consequence }) => severityOf[consequence] === 'error'),
      };
    });
  });

  it('refuses nothing that the server accepts', () => {
    for (const { status, errors, text } of answers) if (status < 300) assert.deepEqual(errors, [], text);
  });

  it('finds what the server refuses because of these objects, except for the usage of a quota', () => {
    // Whether the class of a claim exists is unknown.
    const refused = answers.filter(({ status, object }) => status === 403 && !JSON.stringify(object).includes('gone'));
    assert.ok(refused.length > 40, `${refused.length}`);
    const missed = refused.filter(({ message = '', errors }) => {
      const words = message.replace(/, used: [^:]*(?=, limited: )/, '');
      return !errors.some((finding) => words.includes(finding.message.replace(/^[^:]*: Forbidden: /, '')));
    });
    assert.deepEqual(
      missed.map(({ message, errors, text }) => [message, errors.map((finding) => finding.message), text]),
      [],
    );
  });
});
