/**
 * The text with line breaks inside flow collections and quoted scalars replaced by blanks, and comments there blanked
 * out; offsets stay the same. Kubernetes' reader ignores the indentation of those lines, YAML 1.2 does not. Parses just
 * enough YAML to find where tokens begin.
 */
export function joinLines(text: string): string {
  return new Joiner(text).join();
}

class Joiner {
  readonly #text: string;
  readonly #parts: string[] = [];
  #kept = 0;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  join(): string {
    while (this.#at < this.#text.length) this.#line();
    this.#parts.push(this.#text.slice(this.#kept));
    return this.#parts.join('');
  }

  /** Reads from a line's start in block context to the start of the next line outside of any token. */
  #line(): void {
    const text = this.#text;
    const lineStart = this.#at;
    this.#skip(/ */y);
    let parent = this.#at - lineStart - 1;
    for (;;) {
      const start = this.#at;
      if (this.#skip(/#[^\n]*|\r?\n/y) || start >= text.length) {
        if (text.charCodeAt(this.#at - 1) !== 10) this.#skip(/\n/y);
        return;
      }
      if (this.#skip(/[-?](?=[ \t\r\n])/y)) parent = start - lineStart;
      else if (this.#skip(/:(?=[ \t\r\n])|[&*!][^ \t\r\n]*/y)) {
        // An indicator or a property: another token follows.
      } else if (this.#skip(/[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n/y)) {
        this.#blockScalar(parent);
        return;
      } else {
        if (!this.#quoted() && !this.#flow()) this.#plain();
        if (/:[ \t\r\n]/y.test(text.slice(this.#at, this.#at + 2))) parent = Math.max(0, start - lineStart);
      }
      this.#skip(/[ \t]+/y);
      if (this.#at === start) this.#at++;
    }
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #plain(): void {
    this.#skip(/(?:[^:# \t\r\n]|:(?![ \t\r\n])|(?<![ \t])#|[ \t]+(?![ \t#]))+/y);
  }

  #blockScalar(parent: number): void {
    const deeper = new RegExp(`(?: {${parent + 1},}[^\\n]*| *\\r?)(?:\\n|$)`, 'y');
    while (this.#at < this.#text.length && this.#skip(deeper)) {
      // Every line that is empty or deeper than its parent is the scalar's.
    }
  }

  #quoted(): boolean {
    const start = this.#at;
    if (!this.#skip(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y)) return false;
    this.#blank(start, this.#at);
    return true;
  }

  #flow(): boolean {
    const start = this.#at;
    if (!this.#skip(/[[{]/y)) return false;
    let depth = 1;
    while (depth > 0 && this.#at < this.#text.length) {
      const at = this.#at;
      if (this.#skip(/[[{]/y)) depth++;
      else if (this.#skip(/[\]}]/y)) depth--;
      else if (this.#skip(/(?<=[\s,[{:])#[^\n]*/y)) this.#replace(at, this.#at, ' '.repeat(this.#at - at));
      else if (this.#skip(/\r?\n/y)) this.#blank(at, this.#at);
      else if (this.#skip(/(?<=[\s,[{:])(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')/y)) this.#blank(at, this.#at);
      else this.#at++;
    }
    return this.#at > start;
  }

  #blank(start: number, end: number): void {
    const part = this.#text.slice(start, end);
    if (part.includes('\n')) this.#replace(start, end, part.replace(/[\r\n]/g, ' '));
  }

  #replace(start: number, end: number, part: string): void {
    this.#parts.push(this.#text.slice(this.#kept, start), part);
    this.#kept = end;
  }
}
