import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Span } from '../../server/src/text/span.ts';

/** Tokens that most languages for infrastructure as code share. */
const shared = ['${', '}', '{', '[', ']', '(', ')', '=', '\n', '.', '/*', ':', '?', '\\'];

/**
 * Reads 3,000 random texts of these and shared parts: the reader must end, and each problem must be within its text.
 *
 * @param read a reader that reports problems instead of throwing.
 */
export function assertProblemsInside(
  read: (text: string) => { readonly problems: readonly Span[] },
  parts: readonly string[],
): void {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...shared, ...parts), { maxLength: 60 }), (chosen) => {
      const text = chosen.join('');
      for (const { start, end } of read(text).problems)
        assert.ok(start <= end && end <= text.length, JSON.stringify(text));
    }),
    { seed: 5, numRuns: 3000 },
  );
}
