import {
  generatedConversions,
  generatedDigest,
  type RecordedConversion,
  recordedObjects,
} from '../../test/harness/generatedConversions.ts';
import { type Comparison, detailOf, type ManifestPair, verdictOf } from './comparePairs.ts';

/** The verdicts on generated objects, and those that are not as recorded, with the differences. */
interface GeneratedVerdicts {
  readonly verdicts: readonly RecordedConversion[];
  readonly changes: readonly string[];
}

/** Compares generated objects of every pair of versions with their conversions. */
export function generatedVerdicts(
  compare: (pairs: readonly ManifestPair[]) => readonly Comparison[],
  recorded: readonly RecordedConversion[],
): GeneratedVerdicts {
  const rows = [...generatedConversions(recordedObjects)];
  const known = new Map(recorded.map((row) => [`${row.pair} ${row.seed}`, row]));
  const comparisons = compare(rows);
  const verdicts: RecordedConversion[] = [];
  const changes: string[] = [];
  for (const [index, row] of rows.entries()) {
    const { pair, seed } = row;
    const comparison = comparisons[index] ?? { unreadable: 'not compared' };
    const now = { pair, seed, digest: generatedDigest(row), verdict: verdictOf(comparison) };
    verdicts.push(now);
    const before = known.get(`${pair} ${seed}`);
    const isNew = now.verdict === 'differs' && before?.digest !== now.digest;
    if (before?.verdict !== now.verdict || isNew)
      changes.push(`${pair} (object ${seed}): ${before?.verdict ?? 'new'} -> ${now.verdict}${detailOf(comparison)}`);
  }
  return { verdicts, changes };
}
