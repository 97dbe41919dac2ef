import { checkCodes } from '../checks/checkCodes.ts';
import { nearest } from '../text/nearest.ts';
import type { Directive } from './directive.ts';
import { suppressionWord } from './suppression.ts';

/** What the words of other tools behind theirs come to with ours, where that is certain. */
const onOwnLine: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['next-line', ''],
  ['nextline', ''],
  ['next', ''],
  ['below', ''],
]);
const behindSomething: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['line', ''],
  ['this-line', ''],
  ['same-line', ''],
]);
const anywhere: ReadonlyMap<string, string> = new Map([
  ['document', '-document'],
  ['doc', '-document'],
  ['file', '-file'],
  ['this-file', '-file'],
]);

/**
 * What a directive should be: `kubecompat-ignore-file`. Undefined where what it was to ignore is not certain: other tools
 * ignore with `disable` up to the end of the file.
 *
 * @param isOwnLine whether the comment has a line of its own.
 */
export function rightWord({ isOurWord, suffix }: Directive, isOwnLine: boolean): string | undefined {
  if (suffix === '' && !isOurWord) return undefined;
  const known = new Map([...anywhere, ...(isOwnLine ? onOwnLine : behindSomething)]);
  const meant = known.get(suffix) ?? known.get(closest(suffix) ?? '-');
  return meant === undefined ? undefined : `${suppressionWord}${meant}`;
}

/** The one word that a misspelt one is near to. */
function closest(suffix: string): string | undefined {
  const near = nearest(suffix, ['document', 'file', 'line', 'next-line']);
  return near.length === 1 ? near[0] : undefined;
}

/**
 * What follows the word of a suppression, as it should be: `CODE, CODE until DAY: reason`. Undefined where it names no
 * code or no reason, or where a code is not certain.
 */
export function rightWords(rest: string): string | undefined {
  const pieces = rest
    .trim()
    .replace(/^[:=([{\s]+/, '')
    .split(/([\s,;|:=)\]}]+)/);
  const codes: string[] = [];
  let at = 0;
  for (; at < pieces.length; at += 2) {
    const code = knownCode(pieces[at] ?? '', codes.length === 0);
    if (code === undefined) break;
    codes.push(code);
    // A colon ends the codes.
    if (/[:)\]}]/.test(pieces[at + 1] ?? '')) {
      at += 2;
      break;
    }
  }
  const [, until, reason = ''] =
    /^(?:until[\s:=]+(\d{4}-\d\d-\d\d)\b)?[\s:,;#\u2013\u2014-]*(.*)$/i.exec(pieces.slice(at).join('').trim()) ?? [];
  if (codes.length === 0 || !/\w/.test(reason)) return undefined;
  return `${codes.join(', ')}${until === undefined ? '' : ` until ${until}`}: ${reason}`;
}

/** A code as it is written, or the one that it is near to; a later word that is only near is the reason. */
function knownCode(word: string, isFirst: boolean): string | undefined {
  if (checkCodes.has(word)) return word;
  const near = isFirst || word.includes('-') ? nearest(word, checkCodes.keys()) : [];
  return near.length === 1 ? near[0] : undefined;
}
