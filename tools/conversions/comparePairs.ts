import { fieldOf, optionalText, texts } from '../../server/data/generator/json.ts';
import type { RecordedConversion } from '../../test/harness/generatedConversions.ts';

/** A manifest, and the one that it was converted to. */
export interface ManifestPair {
  readonly old: string;
  readonly converted: string;
}

/** The fields in which both mean something else to Kubernetes, or why no release reads both. */
export type Comparison = { readonly differences: readonly string[] } | { readonly unreadable: string };

/** The program `same` of a release (`tools/kubernetes/go/same`): takes pairs and returns answers, one JSON a line. */
export type SameProgram = (pairs: string) => string;

/** Compares pairs, in their order. Each program is asked about the pairs that those before it cannot read. */
export function comparePairs(pairs: readonly ManifestPair[], programs: readonly SameProgram[]): Comparison[] {
  const found = pairs.map((): Comparison => ({ unreadable: '' }));
  for (const program of programs) {
    const asked = pairs.flatMap(({ old, converted }, index) =>
      isUnreadable(found[index]) ? [`${JSON.stringify({ id: String(index), old, new: converted })}\n`] : [],
    );
    const answers = program(asked.join('')).split('\n').filter(Boolean);
    if (answers.length !== asked.length)
      throw new RangeError(`Kubernetes compared ${answers.length} of ${asked.length} pairs`);
    for (const line of answers) {
      const answer: unknown = JSON.parse(line);
      const index = Number(fieldOf(answer, 'id'));
      found[index] = comparisonOf(answer, found[index]);
    }
  }
  return found;
}

function comparisonOf(answer: unknown, before: Comparison | undefined): Comparison {
  const error = optionalText(fieldOf(answer, 'error'));
  if (error === undefined) return { differences: texts(fieldOf(answer, 'diff')) };
  const earlier = before !== undefined && 'unreadable' in before && before.unreadable !== '' ? [before.unreadable] : [];
  return { unreadable: [...earlier, error].join('; ') };
}

function isUnreadable(comparison: Comparison | undefined): boolean {
  return comparison !== undefined && 'unreadable' in comparison;
}

/** The verdict of a comparison as it is recorded. */
export function verdictOf(comparison: Comparison): RecordedConversion['verdict'] {
  if ('unreadable' in comparison) return 'unreadable';
  return comparison.differences.length === 0 ? 'same' : 'differs';
}

/** The lines below a verdict that explain it. */
export function detailOf(comparison: Comparison): string {
  const details = 'unreadable' in comparison ? [comparison.unreadable] : comparison.differences;
  return details.map((detail) => `\n  ${detail}`).join('');
}
