/*
 * `cluster-api.jsonl.gz`: objects from `generatedObject` of `server/src/conversion/lossless.ts`, ten for each of 29
 * pairs of versions of Cluster API's kinds, with the defaults of their schema filled in as by a server, and the output
 * of `ConvertTo` and `ConvertFrom` of `sigs.k8s.io/cluster-api` v1.12.0 for them, from a program of a hundred lines
 * around the scheme of its `api/*` packages. The output lacks the status, the annotation with the other version, Go's
 * zero values (false, zero, empty strings, lists and objects), and namespaces of references.
 */
import assert from 'node:assert/strict';
import {
  type GeneratedConversion,
  generatedConversions,
  generatedDigest,
  type RecordedConversion,
  recordedObjects,
} from '../../harness/generatedConversions.ts';
import { readRows } from '../../harness/recordings.ts';

/*
 * The results of Kubernetes' conversion and defaulting code (1.37, and 1.24 for removed versions) for generated objects
 * and their conversions; `npm run conversions` records them again.
 */
const answers = readRows<RecordedConversion>(new URL('answers.json.gz', import.meta.url));

/** Objects that every version refuses, so that their meaning is irrelevant. */
const invalidObjects: readonly { readonly pair: RegExp; readonly object: RegExp; readonly why: string }[] = [
  { pair: /^HorizontalPodAutoscaler /, object: /"metrics":/, why: 'a metric source without any target' },
  { pair: /^ResourceClaimTemplate /, object: /"requests":/, why: 'a request without deviceClassName' },
  { pair: /^CertificateSigningRequest certificates\.k8s\.io\/v1 /, object: /./, why: 'no signerName in v1' },
];

describe('conversions of generated objects, compared with Kubernetes', () => {
  const recorded = new Map(answers.map((answer) => [`${answer.pair} ${answer.seed}`, answer]));
  const rows = [...generatedConversions(recordedObjects)];
  const answerTo = ({ pair, seed }: GeneratedConversion) => recorded.get(`${pair} ${seed}`);

  it('are those that were recorded', () => {
    const changed = rows.filter((row) => answerTo(row)?.digest !== generatedDigest(row));
    assert.deepEqual(
      changed.map(({ pair, seed }) => `${pair} ${seed}`),
      [],
      'record the answers anew',
    );
    assert.equal(rows.length, answers.length);
  });

  it('keep the meaning if they have no remark', () => {
    const unremarked = rows.filter((row) => !row.remarked && answerTo(row)?.verdict === 'differs');
    const wrong = unremarked.filter(
      ({ pair, old }) => !invalidObjects.some((exception) => exception.pair.test(pair) && exception.object.test(old)),
    );
    assert.deepEqual(
      wrong.map(({ pair, old, converted }) => `${pair}\n${old}\n${converted}`),
      [],
    );
  });

  it('cover most pairs of versions', () => {
    const same = new Set(rows.filter((row) => answerTo(row)?.verdict === 'same').map(({ pair }) => pair));
    const pairs = new Set(rows.map(({ pair }) => pair));
    assert(same.size > 0.7 * pairs.size, `${same.size} of ${pairs.size}`);
  });
});
