/**
 * Why Go's `regexp` refuses a pattern; undefined when it takes it, or when that is not certain. Go has RE2's syntax:
 * no look-around, no references back, its own escapes.
 * Source: Go's regexp/syntax/parse.go.
 */
export function goRegexpProblem(pattern: string): string | undefined {
  if (pattern.length > longestRemembered) return new Reader(pattern).read();
  if (!remembered.has(pattern)) {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(pattern, new Reader(pattern).read());
  }
  return remembered.get(pattern);
}

/** Definitions repeat a few patterns many times: so many are remembered, no longer than that. */
const maxRemembered = 1_000;
const longestRemembered = 1_000;
const remembered = new Map<string, string | undefined>();

/** Of one count, and of counts inside counts multiplied. */
const repeatLimit = 1000;
/** Of expressions inside each other, each counted. */
const heightLimit = 1000;

/** The size of a repeated expression or group: its nested counts multiplied, and its minimum depth. */
interface Size {
  readonly repeats: number;
  readonly height: number;
}

const single: Size = { repeats: 1, height: 1 };
const empty: Size = { repeats: 1, height: 0 };

/** Escapes of character classes; ranges cannot begin or end with them. */
const classEscape = /^\\(?:[dDsSwW]|[pP](?:\w|\{\^?\w+\}))/;
/** Escapes of positions, only outside of brackets. */
const anchorEscape = /^\\[AbBz]/;
/** Escapes of one character; ASCII characters other than letters and digits escape themselves. */
const charEscape =
  /^\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]+)\}|(0[0-7]{0,2}|[1-7][0-7]{1,2})|([afnrtv])|([^0-9A-Za-z\u{80}-\u{10ffff}]))/u;
const named: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
const posixClass = /^\[:(.*?):\]/s;
const posixName = /^\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit)$/;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** The state of the outer groups, and of the current one. */
  #outer: { readonly size: Size; readonly captures: boolean }[] = [];
  #inside = empty;
  /** The size of the previous expression. */
  #last = empty;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string | undefined {
    let last: 'nothing' | 'atom' | 'repeated' = 'nothing';
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      let problem: string | undefined;
      switch (char) {
        case '(': {
          const depth = this.#depth;
          problem = this.#open();
          // Flags alone cannot be repeated, and separate two repetitions.
          if (this.#depth > depth) last = 'nothing';
          else if (last === 'repeated') last = 'atom';
          break;
        }
        case ')':
          if (this.#depth === 0) return 'unexpected ): ';
          this.#depth--;
          this.#at++;
          this.#close();
          last = 'atom';
          break;
        case '|':
          this.#at++;
          last = 'nothing';
          break;
        case '[':
          problem = this.#charClass();
          last = 'atom';
          break;
        case '\\':
          if (this.#text.startsWith('\\Q', this.#at)) {
            if (this.#quoted()) last = 'atom';
            break;
          }
          problem = this.#escape();
          last = 'atom';
          break;
        case '*':
        case '+':
        case '?':
        case '{': {
          const operator = this.#repeat();
          if (operator === undefined) {
            this.#at++;
            last = 'atom';
            break;
          }
          if (operator.problem !== undefined) return operator.problem;
          if (last === 'nothing') return `missing argument to repetition operator: ${operator.text}`;
          if (last === 'repeated') return `invalid nested repetition operator: ${operator.text}`;
          if (!this.#multiply(operator.count)) return `invalid repeat count: ${operator.text}`;
          last = 'repeated';
          continue;
        }
        default:
          this.#at++;
          last = 'atom';
      }
      if (problem !== undefined) return problem;
      if (last === 'atom' && char !== ')' && char !== '(') this.#put(single);
    }
    if (this.#inside.height > heightLimit) return `expression nests too deeply: ${this.#text}`;
    return this.#depth > 0 ? `missing closing ): ${this.#text}` : undefined;
  }

  #put(size: Size): void {
    this.#last = size;
    const { repeats, height } = this.#inside;
    this.#inside = { repeats: Math.max(repeats, size.repeats), height: Math.max(height, size.height) };
  }

  /** Ends a group, which a following count repeats. */
  #close(): void {
    const { repeats, height } = this.#inside;
    const outer = this.#outer.pop();
    this.#inside = outer?.size ?? empty;
    this.#put({ repeats, height: Math.max(1, height) + (outer?.captures === true ? 1 : 0) });
  }

  /** Repeats the previous expression; returns whether Go accepts the size. A count of zero hides its content. */
  #multiply(count: number | undefined): boolean {
    if (count === undefined) return true;
    const { repeats, height } = this.#last;
    const times = Math.max(1, count);
    if (count > 1 && repeats * times > repeatLimit) return false;
    this.#put({ repeats: repeats * times, height: height + 1 });
    return true;
  }

  /** `(`, `(?:`, `(?i)`, `(?i:`, `(?P<name>`, `(?<name>`. */
  #open(): string | undefined {
    const rest = this.#text.slice(this.#at);
    if (!rest.startsWith('(?')) {
      this.#enter(true);
      this.#at++;
      return undefined;
    }
    const named = /^\(\?P?<\w+>/.exec(rest);
    const flags = /^\(\?[imsU]*(?:-[imsU]+)?([:)])/.exec(rest);
    const head = named ?? flags;
    if (head === null) return `invalid or unsupported Perl syntax: ${rest.slice(0, 4)}`;
    this.#at += head[0].length;
    if (flags?.[1] !== ')') this.#enter(named !== null);
    return undefined;
  }

  #enter(captures: boolean): void {
    this.#depth++;
    this.#outer.push({ size: this.#inside, captures });
    this.#inside = empty;
  }

  /** `*`, `+`, `?`, `{n,m}`, each with an optional lazy `?`; a `{` without a count is literal. */
  #repeat(): { readonly text: string; readonly count?: number; readonly problem?: string } | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#text.slice(this.#at));
    if (found === null) return undefined;
    const [text, low, , high] = found;
    this.#at += text.length;
    if (low === undefined) return { text };
    // Without an upper end, `to` is the lower one.
    const [from, to] = [Number(low), high === undefined || high === '' ? Number(low) : Number(high)];
    const isWrong = from > repeatLimit || to > repeatLimit || to < from;
    return isWrong ? { text, problem: `invalid repeat count: ${text}` } : { text, count: to };
  }

  /** `\Qanything\E`, whose end may be left out; whether anything is in it. */
  #quoted(): boolean {
    const start = this.#at + 2;
    const end = this.#text.indexOf('\\E', start);
    this.#at = end < 0 ? this.#text.length : end + 2;
    return end < 0 ? this.#text.length > start : end > start;
  }

  #escape(): string | undefined {
    const rest = this.#text.slice(this.#at);
    const found = classEscape.exec(rest) ?? anchorEscape.exec(rest);
    if (found === null) {
      const char = this.#char();
      return typeof char === 'string' ? char : undefined;
    }
    this.#at += found[0].length;
    return undefined;
  }

  /** One character, literal or escaped: its number, or the error in the escape. */
  #char(): number | string {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    if (code !== backslash) {
      this.#at += String.fromCodePoint(code).length;
      return code;
    }
    const rest = this.#text.slice(this.#at);
    if (rest.length === 1) return 'trailing backslash at end of expression: ';
    const found = charEscape.exec(rest);
    const value = found === null ? Number.POSITIVE_INFINITY : escapedCharacter(found);
    if (found === null || value > 0x10ffff) {
      return `invalid escape sequence: \\${String.fromCodePoint(rest.codePointAt(1) ?? 0)}`;
    }
    this.#at += found[0].length;
    return value;
  }

  /** `[a-z]`. */
  #charClass(): string | undefined {
    const start = this.#at;
    this.#at++;
    if (this.#text[this.#at] === '^') this.#at++;
    let isFirst = true;
    while (this.#at < this.#text.length && (isFirst || this.#text[this.#at] !== ']')) {
      isFirst = false;
      const problem = this.#classItem();
      if (problem !== undefined) return problem;
    }
    if (this.#at >= this.#text.length) return `missing closing ]: ${this.#text.slice(start)}`;
    this.#at++;
    return undefined;
  }

  /** An item in brackets: `[:alpha:]`, `\d`, one character, or a range of them. */
  #classItem(): string | undefined {
    const start = this.#at;
    const rest = this.#text.slice(start);
    const posix = posixClass.exec(rest);
    const found = posix ?? classEscape.exec(rest);
    if (found !== null) {
      this.#at += found[0].length;
      return posix === null || posixName.test(posix[1] ?? '')
        ? undefined
        : `invalid character class range: ${posix[0]}`;
    }
    const low = this.#char();
    if (typeof low === 'string') return low;
    const next = this.#text[this.#at + 1];
    if (this.#text[this.#at] !== '-' || next === undefined || next === ']') return undefined;
    this.#at++;
    const high = this.#char();
    if (typeof high === 'string') return high;
    return high < low ? `invalid character class range: ${this.#text.slice(start, this.#at)}` : undefined;
  }
}

const backslash = 0x5c;

/** The number of an escaped character. */
function escapedCharacter([, short, long, octal, letter, itself]: RegExpExecArray): number {
  if (letter !== undefined) return named[letter] ?? 0;
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const hexadecimal = short ?? long;
  return hexadecimal === undefined ? (itself?.codePointAt(0) ?? 0) : Number.parseInt(hexadecimal, 16);
}
