import { type Fault, last, local, quoted, wordAt } from './fault.ts';
import {
  columnsAbove,
  hasValue,
  keyColumn,
  keyOfLine,
  type Line,
  lineAbove,
  opensText,
  parentOf,
  textAbove,
} from './lines.ts';

/** What is wrong with a line that begins a key or an item in a column where nothing is open. */
export function misplaced(source: string, line: Line): Fault {
  if (/^---(?:\s|$)/.test(line.text)) {
    return last(wordAt(source, line.start), 'the separator of documents is indented', 'Begin the line with ---.');
  }
  const above = lineAbove(source, line);
  const isItem = /^-(?:\s|$)/.test(line.text);
  if (!isItem && above !== undefined && keyColumn(above) < line.indent && hasValue(above)) {
    return belowValue(source, line, above);
  }
  const parent = parentOf(source, line);
  if (parent !== undefined && opensText(parent)) return shortOfText(source, line, parent);
  const columns = columnsAbove(source, line);
  const lower = columns.find((column) => column < line.indent);
  const higher = columns.findLast((column) => column > line.indent);
  const choices = [...(lower === undefined ? [] : [lower]), ...(higher === undefined ? [] : [higher])];
  const by = choices.length === 0 ? 'like the lines that it belongs to' : `by ${choices.join(' or ')}`;
  const item = isItem ? itemAbove(source, line, columns) : undefined;
  if (item !== undefined) {
    const what = `an item of a list is indented by ${line.indent}, and the one above it by ${item.indent}`;
    return last(wordAt(source, line.start), what, `Indent it by ${item.indent}.`);
  }
  if (isItem && columns.includes(line.indent)) {
    const remedy = 'Write the key of the list above it, or indent it like the list that it belongs to.';
    return last(wordAt(source, line.start), 'an item of a list stands among the keys of a map', remedy);
  }
  const what = `${isItem ? 'an item of a list' : 'this line'} is indented by ${line.indent}, as nothing above it is`;
  return last(wordAt(source, line.start), what, `Indent it ${by}.`);
}

/** The nearest item above of a list that is still open. */
function itemAbove(source: string, line: Line, columns: readonly number[]): Line | undefined {
  let above = lineAbove(source, line);
  while (above !== undefined && above.indent > 0 && !/^-(?:\s|$)/.test(above.text)) above = lineAbove(source, above);
  return above !== undefined && /^-(?:\s|$)/.test(above.text) && columns.includes(above.indent) ? above : undefined;
}

/** A key below one that has its value on its own line. */
export function belowValue(source: string, line: Line, above: Line): Fault {
  const owner = keyOfLine(above);
  const key = keyOfLine(line);
  const what = key === undefined ? 'this line' : quoted(key);
  return last(
    wordAt(source, line.start),
    `${what} is indented below ${owner === undefined ? 'a line' : quoted(owner)}, which has a value already`,
    'Indent it like the key that it stands beside, or take out that value.',
  );
}

function shortOfText(source: string, line: Line, header: Line): Fault {
  const owner = keyOfLine(header);
  const text = owner === undefined ? 'the text above it' : `the text of ${quoted(owner)}`;
  return last(wordAt(source, line.start), `this line is indented less than ${text}`, 'Indent it like that text.');
}

/** What is wrong with a line that should have a key and has no colon that ends one. */
export function withoutColon(source: string, line: Line): Fault {
  const { text } = line;
  const word = wordAt(source, line.start);
  if (/^(?:-{2}|-{4,})$/.test(text)) {
    return last(word, `${quoted(text)} is no separator of documents`, 'Write three dashes: ---.');
  }
  if (text === '---') return misplaced(source, line);
  if (/^-[^\s-]/.test(text)) {
    return last(word, 'there is no blank behind the "-" of this line', `Write - ${text.slice(1)}.`);
  }
  const above = lineAbove(source, line);
  if (above !== undefined && opensText(above) && line.indent <= above.indent) {
    const owner = keyOfLine(above);
    const what = owner === undefined ? 'the line above it' : quoted(owner);
    return last(word, `the text below ${what} is not indented deeper`, 'Indent each line of the text deeper.');
  }
  const header = textAbove(source, line);
  if (header !== undefined) return shortOfText(source, line, header);
  const [, key, value] = /^(?:-\s+)*([\w./"'-]+):(\S.*)$/.exec(text) ?? [];
  if (key !== undefined && value !== undefined && !/: |:$/.test(value)) {
    return last(word, `there is no blank behind the colon of ${quoted(text)}`, `Write ${key}: ${value}.`);
  }
  const whole = { start: line.start, end: line.end };
  if (above !== undefined && above.indent === line.indent && /^-\s/.test(above.text)) {
    return last(whole, 'this line stands among the items of a list and does not begin with "-"', 'Write - before it.');
  }
  return last(
    whole,
    'there is no colon behind a key in this line',
    'Write key: value; text over several lines goes in quotes, or indented below a key with |.',
  );
}

/** A value without quotes that has a colon in it: what stands before the colon would be a key. */
export function colonInValue(source: string, start: number, { end }: Line): Fault {
  const colon = /:(?=\s|$)/.exec(source.slice(start, end));
  const at = colon === null ? end : start + colon.index + 1;
  const span = { start, end: at };
  if (/^["'[{]/.test(source.slice(start, end))) {
    return local(span, 'a second key stands on this line', 'Begin a line for each key.');
  }
  const what = at === end ? 'ends with ":"' : 'has ": " in it';
  return local(span, `a value without quotes ${what}`, 'Put the value in quotes.');
}
