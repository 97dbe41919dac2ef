import type { Cursor } from './cursor.ts';
import { type SourceText, scalarText } from './scalarText.ts';

/** One word of a command line. `start` and `end` are offsets in the value of `source`, with the quotes of a shell. */
export interface CommandWord {
  readonly text: string;
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
  /** The offset of each character in the value of `source`; absent if they are consecutive. */
  readonly offsets?: readonly number[];
  /** The list item that consists of this word, for removal. */
  readonly item?: Cursor;
}

/** A list item as a word: an element of `command`, `args` or a list of arguments. */
export function itemWord(item: Cursor): CommandWord | undefined {
  const source = scalarText(item);
  return source === undefined ? undefined : { text: source.value, source, start: 0, end: source.value.length, item };
}

/** The span from `from` to the end of a word; undefined if quotes or escapes intervene. */
export function restOfWord(
  { text, start, offsets }: CommandWord,
  from: number,
): { start: number; end: number } | undefined {
  const first = offsets === undefined ? start + from : (offsets[from] ?? start);
  if (from >= text.length) return undefined;
  const last = offsets === undefined ? start + text.length - 1 : (offsets.at(-1) ?? start);
  return last - first === text.length - from - 1 ? { start: first, end: last + 1 } : undefined;
}

/** A word that ends a command: `;`, `&&`, `|` and the like. */
const separator = /^(?:;|&&|\|\||\||&|\n)$/;

/**
 * The simple commands of a shell text, each as its words. Supports quotes, escaped line breaks, comments and
 * redirections, as far as commands with flags need them; substitutions stay in the words as written.
 */
export function shellCommands(source: SourceText): readonly (readonly CommandWord[])[] {
  const commands: CommandWord[][] = [[]];
  for (const token of tokens(source)) {
    if (separator.test(token.text) && token.isUnquoted) commands.push([]);
    else if (!(token.isUnquoted && /^\d*(?:[<>]|&>)/.test(token.text))) commands.at(-1)?.push(token);
  }
  return commands.filter((words) => words.length > 0);
}

interface Token extends CommandWord {
  /** Without quotes or escapes, so that operators have their meaning. */
  readonly isUnquoted: boolean;
}

function tokens(source: SourceText): readonly Token[] {
  const { value } = source;
  const found: Token[] = [];
  let at = 0;
  while (at < value.length) {
    const ahead = value.slice(at, at + 2);
    const blank = /^(?:[ \t\r]|\\\r?\n)+/.exec(value.slice(at, at + 200))?.[0];
    if (blank !== undefined) at += blank.length;
    else if (value.charAt(at) === '#') at = lineEnd(value, at);
    else if (ahead === '&&' || ahead === '||') at = push(found, source, at, at + 2);
    else if (/^[;|\n]/.test(ahead) || ahead === '& ' || ahead === '&\n') at = push(found, source, at, at + 1);
    else at = readWord(found, source, at);
  }
  return found;
}

function push(found: Token[], source: SourceText, start: number, end: number): number {
  found.push({ text: source.value.slice(start, end), source, start, end, isUnquoted: true });
  return end;
}

function readWord(found: Token[], source: SourceText, from: number): number {
  const { value } = source;
  const offsets: number[] = [];
  let at = from;
  let isUnquoted = true;
  const take = (end: number) => {
    for (; at < end; at++) offsets.push(at);
  };
  while (at < value.length) {
    const char = value.charAt(at);
    if (/[\s;|]/.test(char) || value.startsWith('&&', at)) break;
    if (char === '\\') {
      const lineBreak = /^\\\r?\n/.exec(value.slice(at, at + 3));
      at += lineBreak?.[0].length ?? 1;
      if (lineBreak === null) take(Math.min(at + 1, value.length));
      isUnquoted = false;
    } else if (char === '"' || char === "'") {
      const close = value.indexOf(char, at + 1);
      at++;
      take(close < 0 ? value.length : close);
      at++;
      isUnquoted = false;
    } else take(at + 1);
  }
  const end = Math.min(Math.max(at, from + 1), value.length);
  const text = offsets.map((offset) => value.charAt(offset)).join('');
  found.push({ text, source, start: from, end, offsets, isUnquoted: isUnquoted });
  return Math.max(end, from + 1);
}

function lineEnd(value: string, from: number): number {
  const at = value.indexOf('\n', from);
  return at < 0 ? value.length : at;
}
