import { readFlow } from './flow.ts';
import { type Outline, type OutlinePosition, wordIn } from './outline.ts';

/**
 * The position of an offset in a YAML or JSON document, by indentation and brackets only, so that incomplete text
 * works. One pass over the lines of the document. Undefined in comments, in multi-line texts, and with inconsistent
 * indentation.
 */
export function outlinePositionAt(text: string, offset: number): OutlinePosition | undefined {
  return new Scan(text, offset).position();
}

interface Frame {
  readonly outline: Outline;
  /** The key or item that deeper lines belong to; undefined if it has a value already. */
  open: string | number | undefined;
  /** Whether the value of `open` is a literal or folded scalar. */
  opensText: boolean;
}

class Scan {
  readonly #text: string;
  readonly #cursor: number;
  #stack: Frame[] = [];
  #position: OutlinePosition | undefined;

  constructor(text: string, cursor: number) {
    this.#text = text;
    this.#cursor = cursor;
  }

  position(): OutlinePosition | undefined {
    const { start, end } = documentAround(this.#text, this.#cursor);
    for (let at = start; at < end || (at === end && at === this.#cursor); ) {
      const stop = lineEnd(this.#text, at);
      at = Math.max(this.#line(at, stop, end), stop) + 1;
    }
    // Outside the quotes of a word nothing can be inserted.
    const { word } = this.#position ?? {};
    return word !== undefined && word.start <= this.#cursor && this.#cursor <= word.end ? this.#position : undefined;
  }

  /** Reads a line and returns the end of its content. */
  #line(start: number, newline: number, limit: number): number {
    const stop = this.#text[newline - 1] === '\r' && newline > start ? newline - 1 : newline;
    const atCursor = this.#cursor >= start && this.#cursor <= newline;
    let at = start;
    while (at < stop && this.#text[at] === ' ') at++;
    if (at === stop) {
      if (atCursor) this.#openKey(this.#cursor, this.#cursor, this.#cursor - start);
      return newline;
    }
    if (this.#text[at] === '#' || this.#text.startsWith('{{', at)) return newline;
    while (this.#text[at] === '-' && (at + 1 === stop || this.#text[at + 1] === ' ')) {
      if (!this.#item(at - start)) return newline;
      const dash = at++;
      while (at < stop && this.#text[at] === ' ') at++;
      // There is no path before the item.
      if (atCursor && this.#cursor <= dash) return newline;
      if (atCursor && this.#cursor < at) at = this.#cursor;
      if (at === stop || (at === this.#cursor && this.#text[at] === ' ')) {
        if (atCursor && at > dash + 1) this.#openKey(at, at, at - start);
        return newline;
      }
    }
    if (this.#text[at] === '{' || this.#text[at] === '[') return this.#flowItem(at, limit, at - start);
    const colon = colonAt(this.#text, at, stop);
    if (colon === undefined) {
      if (atCursor && this.#cursor >= at) this.#openKey(at, trimmedEnd(this.#text, at, stop), at - start);
      return newline;
    }
    return this.#entry({ at, colon, stop, column: at - start, atCursor, limit });
  }

  #item(column: number): boolean {
    this.#popTo((frame) => frame.outline.column > column);
    const top = this.#stack.at(-1);
    if (top?.outline.kind === 'list' && top.outline.column === column && typeof top.open === 'number') {
      top.open++;
      return true;
    }
    if (top !== undefined && (top.open === undefined || (top.outline.kind === 'list' && column <= top.outline.column)))
      return false;
    this.#push('list', column, 0);
    return true;
  }

  /** A word without a colon, or none yet: a key or an item that is being typed. */
  #openKey(start: number, end: number, column: number): void {
    if (this.#cursor > end || !this.#enter(column)) return;
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    this.#position = {
      slot: 'key',
      container: top.outline,
      key: undefined,
      word: wordIn(this.#text, start, end),
      column,
      flow: false,
      hasColon: false,
      touchesColon: false,
    };
  }

  #entry({ at, colon, stop, column, atCursor, limit }: EntryLine): number {
    if (!this.#enter(column)) return stop;
    const top = this.#stack.at(-1);
    if (top === undefined) return stop;
    const word = wordIn(this.#text, at, trimmedEnd(this.#text, at, colon));
    const { start, end } = valueAt(this.#text, colon + 1, stop);
    const value = wordIn(this.#text, start, end).text;
    top.outline.entries.set(word.text, value);
    top.opensText = value.startsWith('|') || value.startsWith('>');
    top.open = value === '' || top.opensText || /^[&!]\S*$/.test(value) ? word.text : undefined;
    const common = { container: top.outline, column, flow: false };
    if (atCursor && this.#cursor >= at && this.#cursor <= colon) {
      this.#position = { ...common, slot: 'key', key: undefined, word, hasColon: true, touchesColon: false };
    }
    const first = this.#text[start];
    if (first === '{' || first === '[') {
      const from = { offset: start, limit: flowLimit(this.#text, start, column, limit) };
      const read = readFlow(this.#text, { ...from, parent: top.outline, step: word.text }, this.#cursor);
      this.#position ??= read.position;
      return read.end;
    }
    if (atCursor && this.#cursor > colon && !top.opensText && (this.#cursor <= end || start === end)) {
      const keyWord = start === end ? wordIn(this.#text, this.#cursor, this.#cursor) : wordIn(this.#text, start, end);
      const touchesColon = keyWord.start === colon + 1;
      this.#position = { ...common, slot: 'value', key: word.text, word: keyWord, hasColon: false, touchesColon };
    }
    return stop;
  }

  #flowItem(at: number, limit: number, column: number): number {
    const top = this.#stack.at(-1);
    const from = { offset: at, limit: flowLimit(this.#text, at, column, limit) };
    const read = readFlow(this.#text, { ...from, parent: top?.outline, step: top?.open ?? '' }, this.#cursor);
    this.#position ??= read.position;
    return read.end;
  }

  /** Enters the map with keys in a column, a new one if one can begin. */
  #enter(column: number): boolean {
    this.#popTo(({ outline }) => outline.column > column || (outline.kind === 'list' && outline.column >= column));
    const top = this.#stack.at(-1);
    if (top?.outline.kind === 'map' && top.outline.column === column) return true;
    if (top !== undefined && top.open === undefined) return false;
    this.#push('map', column, undefined);
    return true;
  }

  #push(kind: 'map' | 'list', column: number, open: number | undefined): void {
    const top = this.#stack.at(-1);
    const isText = top?.opensText === true;
    const outline: Outline = {
      kind,
      column,
      parent: top?.outline,
      step: top?.open ?? '',
      entries: new Map(),
      isText,
    };
    this.#stack.push({ outline, open, opensText: false });
  }

  #popTo(isDeeper: (frame: Frame) => boolean): void {
    for (let top = this.#stack.at(-1); top !== undefined && isDeeper(top); top = this.#stack.at(-1)) this.#stack.pop();
  }
}

interface EntryLine {
  readonly at: number;
  readonly colon: number;
  readonly stop: number;
  readonly column: number;
  readonly atCursor: boolean;
  readonly limit: number;
}

/** The document between the separators around an offset. */
function documentAround(text: string, offset: number): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = text.length;
  for (const { index } of text.matchAll(/^---(?=[ \t\r\n]|$)/gm)) {
    const behind = lineEnd(text, index) + 1;
    if (behind <= offset) start = behind;
    else {
      end = index;
      break;
    }
  }
  return { start, end };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The offset of the colon after a key. */
function colonAt(text: string, start: number, stop: number): number | undefined {
  const quote = text[start];
  let at = start;
  if (quote === '"' || quote === "'") {
    const closing = text.indexOf(quote, start + 1);
    if (closing < 0 || closing >= stop) return undefined;
    at = closing + 1;
  }
  for (; at < stop; at++) {
    const char = text[at];
    if (char === '#' && text[at - 1] === ' ') return undefined;
    if (char === ':' && (at + 1 === stop || text[at + 1] === ' ' || text[at + 1] === '\t')) return at;
  }
  return undefined;
}

function trimmedEnd(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return end;
}

/** The value in the rest of a line, without a comment. */
function valueAt(text: string, from: number, stop: number): { readonly start: number; readonly end: number } {
  let start = from;
  while (start < stop && (text[start] === ' ' || text[start] === '\t')) start++;
  const quote = text[start];
  const closing = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1;
  const searched = closing >= 0 && closing < stop ? closing : start;
  const comment = text.slice(searched, stop).search(/(?:^|[ \t])#/);
  return { start, end: trimmedEnd(text, start, comment < 0 ? stop : searched + comment) };
}

/** A flow value extends over lines that are deeper than its key, and over those that close it. */
function flowLimit(text: string, start: number, column: number, limit: number): number {
  for (let newline = lineEnd(text, start); newline < limit; newline = lineEnd(text, newline + 1)) {
    let at = newline + 1;
    while (text[at] === ' ') at++;
    if (at - newline - 1 <= column && !/[\]}\s]/.test(text[at] ?? ' ')) return newline;
  }
  return limit;
}
