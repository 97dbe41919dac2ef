import assert from 'node:assert/strict';
import type { Finding } from '../../server/src/finding.ts';
import { notRun } from '../harness/notRun.ts';
import { wordingProblems } from '../harness/wording.ts';
import { hasRecordings, readDocuments, readRecording, recordingNames } from './answers.ts';
import { count, scoreSet, type Tally } from './tally.ts';

/** The required rate of agreement with the recorded server, for every set. */
const always: Readonly<Record<string, number>> = {
  'looked-at': 1,
  availability: 1,
  'no-false-alarm': 1,
  'unknown-fields': 1,
  'duplicate-fields': 1,
  undecodable: 1,
  warnings: 0.98,
  'warning-texts': 0.98,
  'dropped-true': 1,
};

/** Further requirements for one set. */
const ofSets: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  manifests: { 'invalid-found': 0.98, 'invalid-fields': 0.95 },
  mutations: { 'invalid-found': 0.97, 'invalid-fields': 0.93 },
  'full-objects': { 'invalid-fields': 0.7 },
};

describe('agreement with recorded servers', () => {
  if (!hasRecordings()) {
    it('is measured with the recorded answers', function () {
      notRun(this, 'the recorded answers of real servers are not on this machine');
    });
    return;
  }
  const all = recordingNames();
  for (const set of new Set(all.map(setOf))) {
    const names = all.filter((name) => setOf(name) === set);
    describe(`on ${set}`, () => {
      const recorded = new Map<string, Recorded>();
      const messages = new Set<string>();
      const isNew = ({ message }: Finding) => !messages.has(message) && messages.add(message);

      before(function () {
        this.timeout(0);
        const recordings = names.map(readRecording);
        for (const { name } of recordings)
          recorded.set(name, { tallies: new Map(), disagreements: [], worded: new Set() });
        for (const comparison of scoreSet(recordings, readDocuments(set))) {
          const { metric, agrees, about, detail, recording, document, findings } = comparison;
          const of = recorded.get(recording.name);
          assert.ok(of !== undefined);
          if (metric === 'looked-at')
            for (const each of findings.filter(isNew).flatMap(wordingProblems)) of.worded.add(each);
          count(of.tallies, metric, agrees);
          if (!agrees) of.disagreements.push(`${metric} ${about} (${document.id}): ${detail}`);
        }
      });

      for (const name of names) it(name, () => checkRecorded(set, recorded.get(name)));
    });
  }
});

/** The result of the comparison with a recording. */
interface Recorded {
  readonly tallies: Map<string, Tally>;
  readonly disagreements: string[];
  readonly worded: Set<string>;
}

function checkRecorded(set: string, recorded: Recorded | undefined): void {
  assert.ok(recorded !== undefined);
  const { tallies, disagreements, worded } = recorded;
  assert.deepEqual([...worded], []);
  assert.ok((tallies.get('looked-at')?.all ?? 0) > 700, 'hundreds of documents were compared');
  for (const [metric, required] of Object.entries({ ...always, ...ofSets[set] })) {
    const { agreed, all } = tallies.get(metric) ?? { agreed: 0, all: 0 };
    const examples = disagreements.filter((disagreement) => disagreement.startsWith(metric)).slice(0, 5);
    assert.ok(agreed >= required * all, `${metric}: ${agreed} of ${all}, wanted ${required}\n${examples.join('\n')}`);
  }
}

/** The set of a recording, by its name. */
function setOf(name: string): string {
  return name.slice(0, name.indexOf('@'));
}
