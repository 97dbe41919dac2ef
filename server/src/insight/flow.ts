import { type Outline, type OutlinePosition, wordIn } from './outline.ts';

/** The result of reading a flow value. */
export interface FlowRead {
  /** The offset after its last bracket, or where reading stopped. */
  readonly end: number;
  /** The cursor, if it is inside. */
  readonly position: OutlinePosition | undefined;
}

/** Where a value in flow style begins. */
export interface FlowStart {
  readonly offset: number;
  /** The end of its possible extent. */
  readonly limit: number;
  readonly parent: Outline | undefined;
  readonly step: string | number;
}

/** Reads a value that begins with a bracket, closed or not, and fills outlines with its keys. */
export function readFlow(text: string, start: FlowStart, cursor: number): FlowRead {
  return new FlowReader(text, start, cursor).read();
}

class FlowReader {
  readonly #text: string;
  readonly #start: FlowStart;
  readonly #cursor: number;
  readonly #stack: { readonly outline: Outline; key: string | undefined; item: number }[] = [];
  #position: OutlinePosition | undefined;

  constructor(text: string, start: FlowStart, cursor: number) {
    this.#text = text;
    this.#start = start;
    this.#cursor = cursor;
  }

  read(): FlowRead {
    let at = this.#start.offset;
    while (at < this.#start.limit) {
      const next = this.#token(at);
      if (this.#stack.length === 0) return { end: next, position: this.#position };
      at = next;
    }
    this.#look(at, at);
    return { end: this.#start.limit, position: this.#position };
  }

  /** Reads a token and returns the offset of the next. */
  #token(at: number): number {
    const char = this.#text[at] ?? '';
    if (char === '{' || char === '[') {
      this.#open(char === '{' ? 'map' : 'list');
      return at + 1;
    }
    if (char === '}' || char === ']') {
      this.#look(at, at);
      this.#stack.pop();
      return at + 1;
    }
    if (char === ',' || char === ':') {
      this.#look(at, at);
      if (char === ',') this.#next();
      return at + 1;
    }
    if (/\s/.test(char)) {
      this.#look(at, at);
      return at + 1;
    }
    if (char === '#') return this.#lineEnd(at);
    return this.#word(at);
  }

  #open(kind: 'map' | 'list'): void {
    const top = this.#stack.at(-1);
    const parent = top === undefined ? this.#start.parent : top.outline;
    const step = top === undefined ? this.#start.step : (top.key ?? top.item);
    const outline: Outline = { kind, column: -1, parent, step, entries: new Map(), isText: false };
    this.#stack.push({ outline, key: undefined, item: 0 });
  }

  #next(): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    top.key = undefined;
    top.item++;
  }

  #word(at: number): number {
    const end = this.#wordEnd(at);
    const colon = this.#colonBehind(end, this.#text[at] === '"' || this.#text[at] === "'");
    this.#look(at, end, colon !== undefined);
    const top = this.#stack.at(-1);
    if (top?.outline.kind !== 'map') return end;
    const { text } = wordIn(this.#text, at, end);
    if (top.key !== undefined) {
      top.outline.entries.set(top.key, text);
      return end;
    }
    if (colon === undefined) return end;
    top.key = text;
    top.outline.entries.set(text, '');
    return colon + 1;
  }

  #wordEnd(at: number): number {
    const quote = this.#text[at];
    if (quote === '"' || quote === "'") {
      for (let i = at + 1; i < this.#start.limit; i++) {
        const char = this.#text[i] ?? '';
        if (/[\r\n]/.test(char)) return i;
        if (char === quote) return i + 1;
        if (quote === '"' && char === '\\' && !/[\r\n]/.test(this.#text[i + 1] ?? '')) i++;
      }
      return this.#start.limit;
    }
    let end = at;
    while (end < this.#start.limit && !/[,{}[\]\r\n]/.test(this.#text[end] ?? '')) {
      if (this.#text[end] === ':' && /[\s,{}[\]]/.test(this.#text[end + 1] ?? ' ')) break;
      end++;
    }
    while (end > at + 1 && /\s/.test(this.#text[end - 1] ?? '')) end--;
    return end;
  }

  #colonBehind(end: number, isQuoted: boolean): number | undefined {
    let at = end;
    while (this.#text[at] === ' ') at++;
    if (this.#text[at] !== ':' || at >= this.#start.limit) return undefined;
    return isQuoted || /[\s,{}[\]]/.test(this.#text[at + 1] ?? ' ') ? at : undefined;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 || end > this.#start.limit ? this.#start.limit : end;
  }

  /** Whether the cursor is in a word, or where one could be. */
  #look(start: number, end: number, hasColon = false): void {
    if (this.#cursor < start || this.#cursor > end) return;
    const top = this.#stack.at(-1);
    // The word before the cursor counts, not the gap after it.
    if (top === undefined || (this.#position !== undefined && start === end)) return;
    const slot = top.outline.kind === 'map' && top.key === undefined ? 'key' : 'value';
    this.#position = {
      slot,
      container: top.outline,
      key: top.key,
      word: wordIn(this.#text, start, end),
      column: -1,
      flow: true,
      hasColon,
      touchesColon: slot === 'value' && this.#text[start - 1] === ':',
    };
  }
}
