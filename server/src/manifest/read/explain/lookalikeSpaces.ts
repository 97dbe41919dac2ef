import { codeOf } from '../../../text/codePoint.ts';
import { type Fault, finalFault } from './fault.ts';
import { lineAt } from './lines.ts';
import { isReadBeyond } from './reread.ts';

/** Characters that look like a space, or like nothing, but are text in YAML. */
const lookalike = '\\u00a0\\u1680\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000\\ufeff';

/** A line's indentation with item dashes, its key, and the text between key and value. */
const parts = new RegExp(`^([ \\t${lookalike}-]*)((?:[\\w./-]+:)?)([ ${lookalike}]*)`, 'gm');

const anyLookalike = new RegExp(`[${lookalike}]`);
const allLookalikes = new RegExp(anyLookalike, 'g');

const none = /[\u200b-\u200d\u2060\ufeff]/g;

const names: ReadonlyMap<string, string> = new Map([
  ['\u00a0', 'a no-break space'],
  ['\u200b', 'a zero-width space'],
  ['\u3000', 'an ideographic space'],
  ['\ufeff', 'a byte order mark'],
]);

/**
 * The lookalike blank that keeps a source from being read from an offset on: with spaces instead of all of them it can
 * be read. Undefined if there is none.
 */
export function lookalikeSpaceFault(source: string, at: number): Fault | undefined {
  if (!anyLookalike.test(source)) return undefined;
  const { end } = lineAt(source, at);
  const start = [...source.matchAll(parts)].map(firstOf).find((found) => found !== undefined) ?? end;
  if (start >= end) return undefined;
  // Two columns are as wide as an ideographic space is shown.
  const width = [1, 2].find((columns) => isReadBeyond(source.replace(parts, inSpaces(columns)), end));
  if (width === undefined) return undefined;
  const blanks = new RegExp(`^[ ${lookalike}]+`).exec(source.slice(start))?.[0] ?? '';
  const sign = blanks.charAt(0);
  const what = `${names.get(sign) ?? 'a blank'} (${codeOf(sign)}) is where YAML allows only spaces`;
  const span = { start, end: start + blanks.length };
  const newText = inSpaces(width)(blanks, blanks);
  const remedy = newText === '' ? 'Remove it' : 'Write spaces instead';
  return { ...finalFault(span, what, `${remedy}.`), edit: { ...span, newText, title: remedy } };
}

/** The position of the first one in a line. */
function firstOf({ index, 0: whole, 1: indentation = '', 2: key = '' }: RegExpExecArray): number | undefined {
  const before = indentation.search(anyLookalike);
  const behind = whole.slice(indentation.length + key.length).search(anyLookalike);
  if (before >= 0) return index + before;
  return behind < 0 ? undefined : index + indentation.length + key.length + behind;
}

const inSpaces =
  (width: number) =>
  (whole: string, indentation: string, key = '', behind = ''): string => {
    const spaced = (blanks: string) =>
      blanks.replace(none, '').replace(allLookalikes, (sign) => ' '.repeat(sign === '\u3000' ? width : 1));
    return whole === indentation ? spaced(whole) : spaced(indentation) + key + spaced(behind);
  };
