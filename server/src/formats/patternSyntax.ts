/** Characters by their code points: ranges with both ends, in order and apart. */
export type Characters = readonly (readonly [number, number])[];

/** The parsed form of a pattern, limited to sequences of characters. */
export type Pattern =
  | { readonly kind: 'one'; readonly of: Characters }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'either'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly min: number; readonly max: number };

/** The last code point. */
const last = 0x10ffff;

/**
 * Parses a pattern in Go's syntax (`regexp/syntax`); undefined for unsupported syntax: flags, word boundaries, named
 * classes, and invalid patterns.
 */
export function readPattern(text: string): Pattern | undefined {
  const reader = new Reader([...text]);
  const pattern = reader.alternatives();
  return reader.isDone ? pattern : undefined;
}

class Reader {
  readonly #text: readonly string[];
  #at = 0;
  #failed = false;

  constructor(text: readonly string[]) {
    this.#text = text;
  }

  get isDone(): boolean {
    return !this.#failed && this.#at === this.#text.length;
  }

  alternatives(): Pattern {
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'either', parts };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.#failed && this.#at < this.#text.length && this.#next !== '|' && this.#next !== ')') {
      parts.push(this.#repeated());
    }
    return { kind: 'sequence', parts };
  }

  #repeated(): Pattern {
    let of = this.#atom();
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return of;
      const [min, max] = bounds;
      of = { kind: 'repeat', of, min, max };
      // Whether it takes as few as it can decides where a match ends, not whether there is one.
      this.#takes('?');
    }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#takes('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#takes('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#takes('?')) return [0, 1];
    const rest = this.#text.slice(this.#at, this.#at + 12).join('');
    const [all, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? [];
    if (all === undefined || min === undefined) return undefined;
    this.#at += all.length;
    if (comma === '') return [Number(min), Number(min)];
    return [Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max)];
  }

  #atom(): Pattern {
    const character = this.#take();
    switch (character) {
      case '^':
        return { kind: 'begin' };
      case '$':
        return { kind: 'end' };
      case '.':
        return { kind: 'one', of: allBut([[10, 10]]) };
      case '(':
        return this.#group();
      case '[':
        return { kind: 'one', of: this.#class() };
      case '\\':
        return { kind: 'one', of: this.#escaped() };
      case '*':
      case '+':
      case '?':
        return this.#fail();
      default:
        return { kind: 'one', of: only(character) };
    }
  }

  #group(): Pattern {
    if (this.#takes('?')) {
      const isNamed = this.#takes('P') || this.#next === '<';
      if (isNamed) while (this.#next !== undefined && !this.#takes('>')) this.#at++;
      else if (!this.#takes(':')) return this.#fail();
    }
    const inner = this.alternatives();
    return this.#takes(')') ? inner : this.#fail();
  }

  #class(): Characters {
    const isNegated = this.#takes('^');
    const ranges: (readonly [number, number])[] = [];
    let isFirst = true;
    while (this.#next !== undefined && (isFirst || this.#next !== ']')) {
      isFirst = false;
      const low = this.#member();
      const [single] = low;
      const isRange = this.#next === '-' && this.#text[this.#at + 1] !== ']' && low.length === 1;
      if (!isRange || single === undefined || single[0] !== single[1]) {
        ranges.push(...low);
        continue;
      }
      this.#at++;
      const [high] = this.#member();
      if (high === undefined || high[1] < single[0]) this.#fail();
      else ranges.push([single[0], high[1]]);
    }
    if (!this.#takes(']')) this.#fail();
    return isNegated ? allBut(ranges) : inOrder(ranges);
  }

  #member(): Characters {
    const character = this.#take();
    if (character === '[' && this.#next === ':') this.#fail();
    return character === '\\' ? this.#escaped() : only(character);
  }

  #escaped(): Characters {
    const character = this.#take();
    const named = classes.get(character);
    if (named !== undefined) return named;
    const upper = classes.get(character.toLowerCase());
    if (upper !== undefined) return allBut(upper);
    if (character === 'x') return this.#byNumber();
    if (/[\w\s]/.test(character) || character === '') this.#fail();
    return only(character);
  }

  #byNumber(): Characters {
    const rest = this.#text.slice(this.#at, this.#at + 10).join('');
    const [all, braced, plain] = /^(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(rest) ?? [];
    if (all === undefined) this.#fail();
    this.#at += all?.length ?? 0;
    const code = Number.parseInt(braced ?? plain ?? '0', 16);
    return [[code, code]];
  }

  get #next(): string | undefined {
    return this.#text[this.#at];
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }

  #take(): string {
    const character = this.#next ?? '';
    this.#at++;
    return character;
  }

  #fail(): Pattern {
    this.#failed = true;
    return { kind: 'sequence', parts: [] };
  }
}

const classes: ReadonlyMap<string, Characters> = new Map([
  ['d', [[48, 57]]],
  ['w', inOrder([...ranged('09'), ...ranged('AZ'), [95, 95], ...ranged('az')])],
  [
    's',
    inOrder([
      [9, 10],
      [12, 13],
      [32, 32],
    ]),
  ],
  ['t', [[9, 9]]],
  ['n', [[10, 10]]],
  ['r', [[13, 13]]],
  ['f', [[12, 12]]],
  ['v', [[11, 11]]],
]);

function ranged(ends: string): Characters {
  return [[ends.charCodeAt(0), ends.charCodeAt(1)]];
}

function only(character: string): Characters {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

function inOrder(ranges: Characters): Characters {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const joined: (readonly [number, number])[] = [];
  for (const [low, high] of sorted) {
    const before = joined.at(-1);
    if (before === undefined || low > before[1] + 1) joined.push([low, high]);
    else joined[joined.length - 1] = [before[0], Math.max(before[1], high)];
  }
  return joined;
}

function allBut(ranges: Characters): Characters {
  const rest: (readonly [number, number])[] = [];
  let from = 0;
  for (const [low, high] of inOrder(ranges)) {
    if (low > from) rest.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= last) rest.push([from, last]);
  return rest;
}
