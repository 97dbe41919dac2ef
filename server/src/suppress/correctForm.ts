import { checkCodes } from '../checks/checkCodes.ts';
import { nearest } from '../text/nearest.ts';
import type { Directive } from './directive.ts';
import { suppressionWord } from './suppression.ts';

/** The suffixes of other tools, each with ours, if it is certain: first for comments on their own line. */
const onOwnLine: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['next-line', ''],
  ['nextline', ''],
  ['next', ''],
  ['below', ''],
]);
const afterText: ReadonlyMap<string, string> = new Map([
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
 * The correct form of a directive: `kubecompat-ignore-file`. Undefined if its extent is uncertain: other tools'
 * `disable` extends to the end of the file.
 *
 * @param isOwnLine whether the comment has its own line.
 */
export function correctDirective({ isOurWord, suffix }: Directive, isOwnLine: boolean): string | undefined {
  if (suffix === '' && !isOurWord) return undefined;
  const known = new Map([...anywhere, ...(isOwnLine ? onOwnLine : afterText)]);
  const ourSuffix = known.get(suffix) ?? known.get(closest(suffix) ?? '-');
  return ourSuffix === undefined ? undefined : `${suppressionWord}${ourSuffix}`;
}

/** The nearest valid word, if it is unique. */
function closest(suffix: string): string | undefined {
  const near = nearest(suffix, ['document', 'file', 'line', 'next-line']);
  return near.length === 1 ? near[0] : undefined;
}

/**
 * The correct arguments of a suppression: `CODE, CODE until DAY: reason`. Undefined if a code or the reason is missing,
 * or if a code is uncertain.
 */
export function correctArguments(rest: string): string | undefined {
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

/** A code as written, or the nearest code. A later word that is only near belongs to the reason. */
function knownCode(word: string, isFirst: boolean): string | undefined {
  if (checkCodes.has(word)) return word;
  const near = isFirst || word.includes('-') ? nearest(word, checkCodes.keys()) : [];
  return near.length === 1 ? near[0] : undefined;
}
