import { checkCodes } from '../checks/checkCodes.ts';
import { editDistance } from '../text/nearest.ts';
import { suppressionWord } from './suppression.ts';

/** The beginning of a comment that ignores findings, or was meant to. */
export interface Directive {
  /** As written, without surrounding blanks: `kubecompat-ignore-next-line`. */
  readonly written: string;
  /** Whether it uses our own verb, in any spelling; other tools use `disable`. */
  readonly isOurWord: boolean;
  /** The part after the verb: `next-line`; '' if there is none. */
  readonly suffix: string;
  /** The rest of the comment. */
  readonly rest: string;
}

const [name = '', verb = ''] = suppressionWord.split('-');

/** Verbs of other tools, and likely guesses. */
const otherVerbs = ['disable', 'suppress', 'skip', 'mute', 'silence', 'hide', 'exclude', 'allow', 'nolint', 'noqa'];

/** Verbs that are unambiguous even within a sentence. */
const plainVerbs = [verb, 'disable', 'suppress', 'skip'];

/** A word with the separator after it; a capital letter starts the next word. */
const words = /([A-Z]?[a-z]+|[A-Z]+)([-_.:/]*[ \t]*)/y;

/** Our name in up to two words, the verb, and three words of a suffix. */
const maxWords = 6;

interface Word {
  readonly word: string;
  readonly gap: string;
  readonly end: number;
}

/**
 * Parses the beginning of a comment, after its marker; undefined if it is prose, such as a sentence about this program.
 * Joined by hyphens, our name and a verb are always a directive; separate words need a colon, as in
 * `kubecompat: ignore`, or a code.
 */
export function readDirective(content: string): Directive | undefined {
  const found = wordsOf(content);
  const length = isOurName(found[0]?.word) ? 1 : isOurName(joined(found[0], found[1])) ? 2 : 0;
  const verbWord = found[length];
  const gap = found[length - 1]?.gap;
  if (verbWord === undefined || gap === undefined) return undefined;
  const isOneWord = /^[-_.:/]?$/.test(gap);
  const known = knownVerb(verbWord.word, isOneWord);
  if (known === undefined) return undefined;
  const following = found.slice(length + 1);
  const open = [verbWord, ...following].findIndex(({ gap: after }) => !/^[-_]?$/.test(after));
  const suffix = following.slice(0, Math.max(0, open < 0 ? following.length : open));
  const end = (suffix.at(-1) ?? verbWord).end;
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
  for (let match = words.exec(content); match !== null && found.length < maxWords; match = words.exec(content)) {
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

/** @param isOneWord whether the verb is joined to our name; only then it may be misspelt. */
function knownVerb(written: string, isOneWord: boolean): string | undefined {
  const word = written.toLowerCase();
  if (word === verb || otherVerbs.includes(word)) return word;
  return isOneWord && editDistance(word, verb, 2) <= 2 ? verb : undefined;
}
