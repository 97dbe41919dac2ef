import { type Fault, finalFault, localFault, quoted, wordAt } from './fault.ts';
import {
  columnsAbove,
  hasValue,
  keyColumn,
  keyOfLine,
  type Line,
  lineAbove,
  lineBelow,
  opensText,
  parentOf,
  textAbove,
} from './lines.ts';
import { lookalikeCharacter } from './lookalikeCharacters.ts';
import { openQuotes, textAfterQuotedValue, textAfterQuotes } from './quoteFaults.ts';
import { realigned, usualStep } from './realign.ts';
import { isReadBeyond } from './reread.ts';
import { tab } from './tabs.ts';

/** The fault of a key or item in a column where no block is open. */
export function misplacedLineFault(source: string, line: Line): Fault {
  if (/^---(?:\s|$)/.test(line.text)) {
    return finalFault(wordAt(source, line.start), 'the document separator is indented', 'Begin the line with ---.');
  }
  if (line.text.startsWith('\t')) return tab(source, line.start);
  const above = lineAbove(source, line);
  const dash = [above, line].find((each) => each?.text === '-');
  if (dash !== undefined && dash.indent === line.indent) {
    const remedy = dash === line ? 'Remove it.' : 'Remove it, or indent its content deeper.';
    return finalFault(wordAt(source, dash.start), 'this "-" has no item', remedy);
  }
  if (above !== undefined && isShortOf(above, line)) return textNotDeeper(source, line, above);
  const header = parentOf(source, line);
  const isInText = header !== undefined && opensText(header);
  const isEntry = keyOfLine(line) !== undefined && !line.text.startsWith('-');
  const certain = isInText && !isEntry ? undefined : realigned(source, line, isInText ? header : undefined);
  const isItem = /^-(?:\s|$)/.test(line.text);
  const owner = !isItem && above !== undefined && keyColumn(above) < line.indent && hasValue(above) ? above : undefined;
  if (certain !== undefined && (owner === undefined || certain.start !== line.start)) return certain;
  if (owner !== undefined) return { ...indentedUnderValue(source, line, owner), ...editOf(certain) };
  if (isInText) return shortOfText(source, line, header);
  const columns = columnsAbove(source, line);
  const lower = columns.find((column) => column < line.indent);
  const higher = columns.findLast((column) => column > line.indent);
  const choices = [...(lower === undefined ? [] : [lower]), ...(higher === undefined ? [] : [higher])];
  const by = choices.length === 0 ? 'like the other lines of its block' : `by ${choices.join(' or ')}`;
  const isBesideKey = above?.indent === line.indent && keyOfLine(above) !== undefined && !above.text.startsWith('-');
  const item = isItem && !isBesideKey ? itemAbove(source, line, columns) : undefined;
  if (item !== undefined && item.indent !== line.indent) {
    const what = `a list item is indented by ${line.indent}, the one above it by ${item.indent}`;
    return finalFault(wordAt(source, line.start), what, `Indent it by ${item.indent}.`);
  }
  if (isItem && columns.includes(line.indent)) {
    const remedy = 'Write the key of the list above it, or indent it like the other items of its list.';
    return finalFault(wordAt(source, line.start), 'a list item is among the keys of a map', remedy);
  }
  const what = `${isItem ? 'a list item' : 'this line'} is indented by ${line.indent}, but no enclosing block is`;
  return finalFault(wordAt(source, line.start), what, `Indent it ${by}.`);
}

/** The edit of a fault, for a better fault on the same line. */
export function editOf(fault: Fault | undefined): Pick<Fault, 'edit'> {
  return fault?.edit === undefined ? {} : { edit: fault.edit };
}

/** The nearest item above of a list that is still open. */
function itemAbove(source: string, line: Line, columns: readonly number[]): Line | undefined {
  let above = lineAbove(source, line);
  while (above !== undefined && above.indent > 0 && !/^-(?:\s|$)/.test(above.text)) above = lineAbove(source, above);
  return above !== undefined && /^-(?:\s|$)/.test(above.text) && columns.includes(above.indent) ? above : undefined;
}

/** A key below one that has its value on its own line. */
export function indentedUnderValue(source: string, line: Line, above: Line): Fault {
  const owner = keyOfLine(above);
  const key = keyOfLine(line);
  const what = key === undefined ? 'this line' : quoted(key);
  return finalFault(
    wordAt(source, line.start),
    `${what} is indented below ${owner === undefined ? 'a line' : quoted(owner)}, which already has a value`,
    'Indent it like the keys beside it, or remove that value.',
  );
}

/** List items of which the second is indented deeper than the first and so is part of its text. */
function itemsApart(source: string, item: Line): Fault | undefined {
  const below = lineBelow(source, item);
  if (below === undefined || below.indent <= item.indent) return undefined;
  if (!/^-\s/.test(item.text) || !/^-\s/.test(below.text)) return undefined;
  const third = lineBelow(source, below);
  const isFirst = third?.indent === below.indent && third.text.startsWith('-');
  const [line, other] = isFirst ? [item, below] : [below, item];
  const what = `a list item is indented by ${line.indent}, and the one ${isFirst ? 'below' : 'above'} it by ${other.indent}`;
  return finalFault(wordAt(source, line.start), what, `Indent it by ${other.indent}.`);
}

/** Whether a line could be the first one of a text that begins above it, but is not indented deeper. */
function isShortOf(header: Line, line: Line): boolean {
  return opensText(header) && line.indent <= (keyOfLine(header) === undefined ? header.indent : keyColumn(header));
}

function textNotDeeper(source: string, line: Line, header: Line): Fault {
  const what = `the text below ${quoted(keyOfLine(header) ?? header.text)} is not indented deeper`;
  return finalFault(wordAt(source, line.start), what, 'Indent each line of the text deeper.');
}

function shortOfText(source: string, line: Line, header: Line): Fault {
  const owner = keyOfLine(header);
  const first = lineBelow(source, header);
  if (
    line.indent - header.indent === usualStep(source) &&
    first?.indent !== line.indent &&
    isAlone(source, first, line)
  ) {
    const what = `the first line of this text is indented by ${first?.indent ?? 0}, and the others by ${line.indent}`;
    return finalFault(wordAt(source, first?.start ?? line.start), what, `Indent it by ${line.indent}.`);
  }
  const text = owner === undefined ? 'the text above it' : `the text of ${quoted(owner)}`;
  return finalFault(wordAt(source, line.start), `this line is indented less than ${text}`, 'Indent it like that text.');
}

/** Whether a line is the only one in its column, up to another. */
function isAlone(source: string, first: Line | undefined, end: Line): boolean {
  let line = first;
  do {
    line = line && lineBelow(source, line);
    if (line === undefined || line.start >= end.start) return line !== undefined;
  } while (line.indent > (first?.indent ?? 0));
  return false;
}

/** The fault of a line that should have a key but has no separating colon. */
export function withoutColon(source: string, line: Line): Fault {
  const { text } = line;
  const word = wordAt(source, line.start);
  if (/^(?:-{2}|-{4,})$/.test(text)) {
    return finalFault(word, `${quoted(text)} is not a document separator`, 'Write three dashes: ---.');
  }
  if (text === '---') return misplacedLineFault(source, line);
  const [, dashes = '', quote] = /^((?:-\s+)*)(["'])[^"']*$/.exec(text) ?? [];
  if (quote !== undefined) return openQuotes(source, line.start + dashes.length);
  const closed = /^(?:-\s+)*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?=[^\s:])/.exec(text);
  if (closed !== null)
    return textAfterQuotedValue(source, { start: line.start + closed[0].length, end: line.end }, closed[1] ?? '');
  const apart = itemsApart(source, line);
  if (apart !== undefined) return apart;
  if (/^-[^\s-]/.test(text)) {
    return finalFault(word, 'a space is missing after the "-" of this line', `Write - ${text.slice(1)}.`);
  }
  const above = lineAbove(source, line);
  if (above !== undefined && isShortOf(above, line)) return textNotDeeper(source, line, above);
  const lookalike = lookalikeCharacter(line);
  if (lookalike !== undefined) return lookalike;
  const header = textAbove(source, line);
  if (header !== undefined) return shortOfText(source, line, header);
  const [, key, value] = keyAndValue.exec(text) ?? [];
  if (key !== undefined && value !== undefined && !/: |:$/.test(value)) return withoutSpace(line, key, value);
  const whole = { start: line.start, end: line.end };
  const isBelowItem = above !== undefined && above.indent === line.indent && /^-\s/.test(above.text);
  if (isBelowItem && /:$/.test(above.text)) {
    return finalFault(
      whole,
      `the value of ${quoted(keyOfLine(above) ?? above.text)} is not indented deeper`,
      'Indent it deeper.',
    );
  }
  if (isBelowItem) {
    return finalFault(whole, 'this line is among list items but does not begin with "-"', 'Write - before it.');
  }
  return finalFault(
    whole,
    'a colon is missing after the key on this line',
    'Write key: value; text over several lines goes in quotes, or indented below a key with |.',
  );
}

const keyAndValue = /^(?:-\s+)*([\w./"'-]+):(\S.*)$/;

function withoutSpace({ start, text }: Line, key: string, value: string): Fault {
  const what = `a space is missing after the colon of ${quoted(text)}`;
  return finalFault({ start, end: start + wordAt(text, 0).end }, what, `Write ${key}: ${value}.`);
}

/**
 * Brackets or quotes directly after a key's colon, or brackets after a key without one, if a space or a colon between
 * them makes the source readable.
 */
export function colonBeforeCharacter(source: string, line: Line): Fault | undefined {
  return colonBeforeBracket(source, line) ?? spaceBeforeSign(source, line);
}

function colonBeforeBracket(source: string, { start, end, text }: Line): Fault | undefined {
  const [, before = '', key, value] = /^((?:-\s+)*)([\w./-]+)\s*([[{].*)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) return undefined;
  const from = start + before.length;
  const edit = { start: from + key.length, end: end - value.length, newText: ': ' };
  if (!isReadBeyond(source.slice(0, edit.start) + edit.newText + source.slice(edit.end), end)) return undefined;
  const fault = finalFault({ start: from, end }, `a colon is missing after ${quoted(key)}`, `Write ${key}: ${value}.`);
  return { ...fault, edit: { ...edit, title: 'Write a colon after the key' } };
}

function spaceBeforeSign(source: string, line: Line): Fault | undefined {
  const [, key, value] = keyAndValue.exec(line.text) ?? [];
  if (key === undefined || value === undefined || !/^[[{"']/.test(value)) return undefined;
  const at = line.end - value.length;
  if (!isReadBeyond(`${source.slice(0, at)} ${source.slice(at)}`, line.end)) return undefined;
  const edit = { start: at, end: at, newText: ' ', title: 'Write a space after the colon' };
  return { ...withoutSpace(line, key, value), edit };
}

/** An unquoted value with a colon: the text before the colon would be a key. */
export function colonInValue(source: string, start: number, { end }: Line): Fault {
  const colon = /:(?=\s|$)/.exec(source.slice(start, end));
  const at = colon === null ? end : start + colon.index + 1;
  const span = { start, end: at };
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?=,)/.exec(source.slice(start, end))?.[0];
  if (quoted !== undefined) {
    return textAfterQuotes(source, { start: start + quoted.length, end });
  }
  if (/^["'[{]/.test(source.slice(start, end))) {
    return localFault(span, 'there is a second key on this line', 'Begin a line for each key.');
  }
  const what = at === end ? 'ends with ":"' : 'contains ": "';
  return localFault(span, `a value without quotes ${what}`, 'Put the value in quotes.');
}
