import type { UserText } from './texts.ts';

/** A sentence of a text, with its number of words; each placeholder counts as one. */
export interface Sentence {
  readonly location: string;
  readonly role: string;
  readonly sentence: string;
  readonly words: number;
}

/** The sentences with the most words, the longest first; the same sentence counts once. */
export function longestSentences(texts: readonly UserText[], limit: number): readonly Sentence[] {
  const found = new Map<string, Sentence>();
  for (const { location, role, text } of texts) {
    for (const sentence of sentencesOf(text)) {
      if (!found.has(sentence)) found.set(sentence, { location, role, sentence, words: wordsOf(sentence) });
    }
  }
  return [...found.values()].sort((a, b) => b.words - a.words).slice(0, limit);
}

/** A text ends sentences by a full stop or question mark before a capital or code, and by a line break. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.?])\s+(?=[\p{Lu}`"{])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Words contain letters: numbers, dashes and arrows do not count. */
function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\p{L}|\{…\}/u.test(word)).length;
}
