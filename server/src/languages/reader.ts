import type { LanguageProblem } from './expression.ts';

/** The differences between languages with similar expressions. */
export interface Dialect {
  /** The quote around strings. */
  readonly quote: '"' | "'";
  /** Whether triple quotes enclose raw text. */
  readonly tripleQuotes: boolean;
  /** `<<END` begins text up to a line with that word. */
  readonly heredocs: boolean;
  /** `#` begins a comment. */
  readonly hashComments: boolean;
  /** Whether list items may be on separate lines, without commas. */
  readonly listsOfLines: boolean;
}

/** HashiCorp's configuration language, https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md */
export const hclDialect: Dialect = {
  quote: '"',
  tripleQuotes: false,
  heredocs: true,
  hashComments: true,
  listsOfLines: false,
};

/** Bicep, https://learn.microsoft.com/azure/azure-resource-manager/bicep/file */
export const bicepDialect: Dialect = {
  quote: "'",
  tripleQuotes: true,
  heredocs: false,
  hashComments: false,
  listsOfLines: true,
};

/** The maximum nesting; deeper text is skipped, so that no text overflows the stack. */
const deepest = 100;

/** A text that is read once, from start to end. */
export class Reader {
  readonly text: string;
  readonly dialect: Dialect;
  readonly problems: LanguageProblem[] = [];
  at: number;
  #depth = 0;

  constructor(text: string, dialect: Dialect, from = 0) {
    this.text = text;
    this.dialect = dialect;
    this.at = from;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips blanks and comments, and insignificant line breaks. */
  skip(lineBreaks: boolean): void {
    for (;;) {
      const char = this.text.charAt(this.at);
      if (char === ' ' || char === '\t' || char === '\r' || char === '\ufeff') this.at++;
      else if (char === '\n' && lineBreaks) this.at++;
      else if (this.startsWith('/*')) this.at = endOf(this.text, this.text.indexOf('*/', this.at + 2), 2);
      else if (this.startsWith('//') || (char === '#' && this.dialect.hashComments))
        this.at = endOf(this.text, this.text.indexOf('\n', this.at), 0);
      else return;
    }
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Consumes a given word. */
  take(word: string): boolean {
    if (!this.startsWith(word)) return false;
    this.at += word.length;
    return true;
  }

  /** Consumes the match of a sticky pattern; '' without one. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Consumes a name; '' if there is none. */
  name(): string {
    return this.match(/[A-Za-z_][\w-]*/y);
  }

  /** Records a problem here, at most one per position. */
  fail(message: string): void {
    const start = Math.min(this.at, this.text.length);
    if (this.problems.at(-1)?.start === start) return;
    this.problems.push({ message, start, end: Math.min(start + 1, this.text.length) });
  }

  /** Runs a reader one level deeper; undefined if that is too deep, with the rest of the text read over. */
  deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= deepest) {
      this.fail(`this is nested more than ${deepest} levels deep`);
      this.at = this.text.length;
      return undefined;
    }
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  /** Reads over the rest of a line, and over brackets that are opened in it, to the line break or bracket that ends it. */
  skipLine(): void {
    let open = 0;
    const { quote } = this.dialect;
    while (!this.isAtEnd) {
      this.skip(open > 0);
      if (this.isAtEnd) return;
      const char = this.text.charAt(this.at);
      if (char === '\n') return;
      if (/[)\]}]/.test(char) && open-- === 0) return;
      if (/[([{]/.test(char)) open++;
      if (char === quote) this.at = endOfLineString(this.text, this.at, quote);
      else this.at++;
    }
  }
}

function endOf(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length;
}

/** The offset after the closing quote of a string, or the end of its line. */
function endOfLineString(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '\n') return at;
    else if (char === quote) return at + 1;
  }
  return text.length;
}
