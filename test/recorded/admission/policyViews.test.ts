/*
 * `policyViews.jsonl.gz`: how a ValidatingAdmissionPolicy sees 35 objects of 29 kinds in kube-apiserver 1.37.2 with its
 * default plugins. Each line has a policy with up to 14 expressions `field != value`, one for each value that the
 * server stored for an object of the kind, and its warnings about dry-run creates of all objects of the kind.
 */

import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

/** A policy that warns about each value of the objects of a kind as a kube-apiserver 1.37.2 stores them. */
interface Recorded {
  readonly policy: object;
  readonly binding: object;
  readonly answers: readonly { readonly object: object; readonly warned: readonly string[] }[];
}

/** The expressions that fail for an object, in the server and in the evaluation here. */
interface Compared {
  readonly server: readonly string[];
  readonly ours: readonly string[];
}

const rows = readRows<Recorded>(new URL('policyViews.jsonl.gz', import.meta.url));

function compared(): readonly Compared[] {
  return rows.flatMap(({ policy, binding, answers }) => {
    return answers.map(({ object, warned }) => {
      const text = [policy, binding, object].map((written) => JSON.stringify(written)).join('\n---\n');
      const given = inputs('views.yaml', [withDefinitionsOf(surfaceOf('1.37'), text)]);
      const findings = analyze(text, given).resources.at(-1)?.verdicts[0]?.findings ?? [];
      const ours = findings.filter(({ code }) => code === 'admission-policy').map(({ message }) => message);
      return { ours, server: warned.filter((warning) => warning.startsWith('Validation failed for')) };
    });
  });
}

describe('the fields of an object that policies see, as a real server answered', () => {
  const all = compared();

  it('reports only what the server reports', () => {
    assert.deepEqual(
      all.flatMap(({ server, ours }) => ours.filter((message) => !server.includes(message))),
      [],
    );
  });

  it('knows nine of ten values, including defaults and what built-in plugins write', () => {
    const reported = all.flatMap(({ server }) => server);
    const open = all.flatMap(({ server, ours }) => server.filter((message) => !ours.includes(message)));
    assert.ok(reported.length > 400, `${reported.length}`);
    assert.ok(open.length < reported.length / 10, `${open.length} of ${reported.length}:\n${open.join('\n')}`);
  });
});
