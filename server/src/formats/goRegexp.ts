/**
 * Why Go's `regexp` refuses a pattern; undefined when it takes it, or when that is not certain. Go has RE2's syntax:
 * no look-around, no references back, its own escapes.
 * Source: Go's regexp/syntax/parse.go.
 */
export function goRegexpProblem(pattern: string): string | undefined {
  if (pattern.length > longestRemembered) return new Reader(pattern).read();
  if (!remembered.has(pattern)) {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(pattern, new Reader(pattern).read());
  }
  return remembered.get(pattern);
}

/** Definitions repeat a few patterns many times: so many are remembered, no longer than that. */
const mostRemembered = 1_000;
const longestRemembered = 1_000;
const remembered = new Map<string, string | undefined>();

const repeatLimit = 1000;
const punctuation = /[!-/:-@[-`{-~]/;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string | undefined {
    let last: 'nothing' | 'atom' | 'repeated' = 'nothing';
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      let problem: string | undefined;
      switch (char) {
        case '(':
          problem = this.#open();
          last = 'nothing';
          break;
        case ')':
          if (this.#depth === 0) return 'unexpected ): ';
          this.#depth--;
          this.#at++;
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
          if (this.#text.startsWith('\\Q', this.#at)) return undefined;
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
          last = 'repeated';
          break;
        }
        default:
          this.#at++;
          last = 'atom';
      }
      if (problem !== undefined) return problem;
    }
    return this.#depth > 0 ? `missing closing ): ${this.#text}` : undefined;
  }

  /** `(`, `(?:`, `(?i)`, `(?i:`, `(?P<name>`, `(?<name>`. */
  #open(): string | undefined {
    const rest = this.#text.slice(this.#at);
    if (!rest.startsWith('(?')) {
      this.#depth++;
      this.#at++;
      return undefined;
    }
    const named = /^\(\?P?<\w+>/.exec(rest);
    const flags = /^\(\?[imsU]*(?:-[imsU]+)?([:)])/.exec(rest);
    const head = named ?? flags;
    if (head === null) return `invalid or unsupported Perl syntax: ${rest.slice(0, 4)}`;
    this.#at += head[0].length;
    if (flags?.[1] !== ')') this.#depth++;
    return undefined;
  }

  /** `*`, `+`, `?`, `{n,m}`, each with a lazy `?` behind it; a `{` that is no count stands for itself. */
  #repeat(): { readonly text: string; readonly problem?: string } | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#text.slice(this.#at));
    if (found === null) return undefined;
    const [text, low, , high] = found;
    this.#at += text.length;
    if (low === undefined) return { text };
    const [from, to] = [Number(low), high === undefined || high === '' ? Number(low) : Number(high)];
    const isWrong = from > repeatLimit || to > repeatLimit || to < from;
    return isWrong ? { text, problem: `invalid repeat count: ${text}` } : { text };
  }

  #escape(): string | undefined {
    const rest = this.#text.slice(this.#at);
    if (rest.length === 1) return 'trailing backslash at end of expression: ';
    const found =
      /^\\(?:[AbBzCdDsSwWafnrtv]|[pP](?:\w|\{\^?\w+\})|x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]+\})|0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(
        rest,
      );
    if (found !== null) {
      this.#at += found[0].length;
      return undefined;
    }
    const char = rest[1] ?? '';
    if (!punctuation.test(char) && char < '\u{80}') return `invalid escape sequence: \\${char}`;
    this.#at += 2;
    return undefined;
  }

  /** `[a-z]`; what is inside is only looked at for its end. */
  #charClass(): string | undefined {
    const start = this.#at;
    this.#at++;
    if (this.#text[this.#at] === '^') this.#at++;
    let isFirst = true;
    while (this.#at < this.#text.length && (isFirst || this.#text[this.#at] !== ']')) {
      isFirst = false;
      const posix = /^\[:\^?\w+:\]/.exec(this.#text.slice(this.#at));
      if (posix !== null) this.#at += posix[0].length;
      else if (this.#text[this.#at] === '\\') {
        const problem = this.#escape();
        if (problem !== undefined) return problem;
      } else this.#at++;
    }
    if (this.#at >= this.#text.length) return `missing closing ]: ${this.#text.slice(start)}`;
    this.#at++;
    return undefined;
  }
}
