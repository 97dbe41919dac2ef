import { checkCodes } from '../checks/checkCodes.ts';
import { editDistance } from '../text/nearest.ts';
import { suppressionWord } from './suppression.ts';

/** What a comment begins with that ignores findings, or that was meant to. */
export interface Directive {
  /** As it is written, without blanks around it: `kubecompat-ignore-next-line`. */
  readonly written: string;
  /** Whether it asks to ignore something in our own word, however that is written; others do so with `disable`. */
  readonly isOurWord: boolean;
  /** What is behind the word: `next-line`; '' where nothing is. */
  readonly suffix: string;
  /** What follows in the comment. */
  readonly rest: string;
}

const [name = '', verb = ''] = suppressionWord.split('-');

/** What other tools call it, and what people write from memory. */
const otherVerbs = ['disable', 'suppress', 'skip', 'mute', 'silence', 'hide', 'exclude', 'allow', 'nolint', 'noqa'];

/** Those that are certainly meant so where they are words of a sentence as well. */
const plainVerbs = [verb, 'disable', 'suppress', 'skip'];

/** A word of letters, with what stands between it and the next; capitals inside begin the next. */
const words = /([A-Z]?[a-z]+|[A-Z]+)([-_.:/]*[ \t]*)/y;

/** Name, second part of the name, verb and three of a suffix. */
const mostWords = 6;

interface Word {
  readonly word: string;
  readonly gap: string;
  readonly end: number;
}

/**
 * Reads what a comment begins with, behind its sign; undefined where it is prose, such as a sentence about this program.
 * One word is ours whatever else it says; of several words, those that say `kubecompat: ignore`, or that name a code.
 */
export function readDirective(content: string): Directive | undefined {
  const found = wordsOf(content);
  const length = isOurName(found[0]?.word) ? 1 : isOurName(joined(found[0], found[1])) ? 2 : 0;
  const asked = found[length];
  const gap = found[length - 1]?.gap;
  if (asked === undefined || gap === undefined) return undefined;
  const isOneWord = /^[-_.:/]?$/.test(gap);
  const known = knownVerb(asked.word, isOneWord);
  if (known === undefined) return undefined;
  const behind = found.slice(length + 1);
  const open = [asked, ...behind].findIndex(({ gap: after }) => !/^[-_]?$/.test(after));
  const suffix = behind.slice(0, Math.max(0, open < 0 ? behind.length : open));
  const end = (suffix.at(-1) ?? asked).end;
  const written = content.slice(0, end);
  const rest = content.slice(end);
  if (!isOneWord) {
    if (!plainVerbs.includes(known)) return undefined;
    const [, next = ''] = /^[\s:]+([\w-]+)/.exec(rest) ?? [];
    if (!gap.startsWith(':') && !checkCodes.has(next)) return undefined;
  }
  return { written, isOurWord: known === verb, suffix: suffix.map(({ word }) => word.toLowerCase()).join('-'), rest };
}

function wordsOf(content: string): readonly Word[] {
  const found: Word[] = [];
  words.lastIndex = 0;
  for (let match = words.exec(content); match !== null && found.length < mostWords; match = words.exec(content)) {
    const [whole, word = '', gap = ''] = match;
    found.push({ word, gap, end: match.index + whole.length - gap.length });
  }
  return found;
}

function joined(first: Word | undefined, second: Word | undefined): string | undefined {
  return first !== undefined && second !== undefined && /^[-_]?$/.test(first.gap)
    ? `${first.word}${second.word}`
    : undefined;
}

function isOurName(word: string | undefined): boolean {
  return word !== undefined && editDistance(word.toLowerCase(), name, 2) <= 2;
}

/** @param isOneWord whether it is a part of a word of ours, which may be misspelt. */
function knownVerb(written: string, isOneWord: boolean): string | undefined {
  const word = written.toLowerCase();
  if (word === verb || otherVerbs.includes(word)) return word;
  return isOneWord && editDistance(word, verb, 2) <= 2 ? verb : undefined;
}
