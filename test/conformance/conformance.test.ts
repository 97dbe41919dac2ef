import assert from 'node:assert/strict';
import { notRun } from '../harness/notRun.ts';
import { wordingProblems } from '../harness/wording.ts';
import { type ConformanceDocument, hasRecordings, readDocuments, readRecording, recordingNames } from './answers.ts';
import { count, scoreRecording, type Tally } from './tally.ts';

/** The required share of agreement with the recorded server, for every set. */
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
const bySet: Readonly<Record<string, Readonly<Record<string, number>>>> = {
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
  const documents = new Map<string, ReadonlyMap<string, ConformanceDocument>>();
  for (const name of recordingNames()) {
    it(name, () => {
      const recording = readRecording(name);
      const set = documents.get(recording.set) ?? readDocuments(recording.set);
      documents.set(recording.set, set);
      const tallies = new Map<string, Tally>();
      const disagreements: string[] = [];
      const worded = new Set<string>();
      for (const { metric, agrees, about, detail, document, findings } of scoreRecording(recording, set)) {
        if (metric === 'looked-at') for (const each of findings.flatMap(wordingProblems)) worded.add(each);
        count(tallies, metric, agrees);
        if (!agrees) disagreements.push(`${metric} ${about} (${document.id}): ${detail}`);
      }
      assert.deepEqual([...worded], []);
      assert.ok((tallies.get('looked-at')?.all ?? 0) > 700, 'hundreds of documents were compared');
      for (const [metric, bar] of Object.entries({ ...always, ...bySet[recording.set] })) {
        const { agreed, all } = tallies.get(metric) ?? { agreed: 0, all: 0 };
        const examples = disagreements.filter((disagreement) => disagreement.startsWith(metric)).slice(0, 5);
        assert.ok(agreed >= bar * all, `${metric}: ${agreed} of ${all}, wanted ${bar}\n${examples.join('\n')}`);
      }
    });
  }
});
