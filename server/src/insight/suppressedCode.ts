import { suppressionWord } from '../suppress/suppression.ts';
import type { Span } from '../text/span.ts';
import { ranked, type Suggestion } from './suggestion.ts';

/** A code in a suppression comment, or the place for one. */
export interface SuppressedCode {
  readonly word: Span;
  /** Whether nothing follows in the comment yet. */
  readonly isLast: boolean;
}

const longestLine = 1_000;

/** Finds the code at an offset of a comment `# kubecompat-ignore CODE, CODE: reason`; undefined anywhere else. */
export function suppressedCodeAt(text: string, offset: number): SuppressedCode | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - longestLine);
  const before = text.slice(lineStart, offset);
  const [, written] = inComment.exec(before) ?? [];
  if (written === undefined) return undefined;
  const more = /^[\w-]*/.exec(text.slice(offset, offset + longestLine))?.[0] ?? '';
  const word = { start: offset - written.length, end: offset + more.length };
  const isLast = /^[ \t]*(?:\r|\n|$)/.test(text.slice(word.end, word.end + longestLine));
  return { word, isLast };
}

const inComment = new RegExp(
  `(?:^|\\s)#[ \\t]*${suppressionWord}(?:-\\w+)?[ \\t]+(?:[\\w-]+[ \\t]*,[ \\t]*)*([\\w-]*)$`,
);

/**
 * The possible codes, those of the file's own findings first.
 *
 * @param codes all codes with their titles.
 */
export function suggestCodes(
  { isLast }: SuppressedCode,
  codes: ReadonlyMap<string, string>,
  found: ReadonlySet<string>,
): readonly Suggestion[] {
  const suggestions = [...codes].map(
    ([label, detail]): Suggestion => ({
      label,
      kind: 'name',
      // A reason must follow.
      pieces: [isLast ? `${label}: ` : label],
      detail,
      note: found.has(label) ? 'found here' : '',
      deprecated: false,
      rank: found.has(label) ? 0 : 1,
    }),
  );
  return ranked(suggestions);
}
