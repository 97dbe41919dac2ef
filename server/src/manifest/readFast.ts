import type { MapEntry, MapNode, Node, ScalarNode, ScalarStyle, ScalarValue } from './node.ts';
import { keyOf, resolvePlain } from './resolveScalar.ts';
import { type Chomping, chomp, dedent, fold, foldLines, unescapeDouble } from './scalarText.ts';

/**
 * Reads a document in the shapes that manifests have, and returns undefined the moment it is not certain: anchors,
 * aliases, tags, directives, complex keys, odd indentation and everything that is wrong are the full reader's.
 * `text` must end in a line break and pass {@link isPlainText}; `start` must be the start of a line or the
 * break in front of it, `end` the start of a line or the end of the text.
 */
export function readFast(text: string, start: number, end: number): Node | undefined {
  try {
    return new FastReader(text, start, end).document();
  } catch (thrown) {
    if (thrown === uncertain) return undefined;
    throw thrown;
  }
}

/** Whether a text holds only characters that the fast reader understands; what it excludes is rare or refused by Kubernetes. */
export function isPlainText(text: string): boolean {
  if (text.startsWith('...') || text.includes('\n...')) return false;
  if (!/[^\n\x20-\x7e]/.test(text)) return true;
  // Line breaks other than LF and CR LF, control characters, byte order marks and lone surrogates.
  return (
    !/[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]|\r(?!\n)/.test(text) && !/[\ud800-\udfff]/u.test(text)
  );
}

/** Thrown to leave the fast path from any depth; never leaves this module. */
const uncertain: unique symbol = Symbol('uncertain');

/** Deeper nesting is left to the full reader, which bounds it. */
const maxDepth = 100;

/** go-yaml gives up on keys longer than 1024 characters on one line. */
const maxKey = 1000;

const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const COLON = 58;
const COMMA = 44;
const DASH = 45;
const DOUBLE = 34;
const SINGLE = 39;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

class FastReader {
  readonly #text: string;
  readonly #end: number;
  #at: number;
  /** The column of `#at` when it stands at the first character of a line. */
  #column = 0;
  #depth = 0;
  /** Where the last node was written to an end. */
  #last = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
  }

  document(): Node {
    if (!this.#nextLine()) throw uncertain;
    const column = this.#column;
    const root = this.#isFlow() ? this.#flowLine(-1) : this.#block(column, -1);
    if (this.#nextLine()) throw uncertain;
    return root;
  }

  /** Goes on to the next line with content and says whether there is one. `#at` must be at a line start or a line's end. */
  #nextLine(): boolean {
    const text = this.#text;
    const end = this.#end;
    let at = this.#at;
    for (;;) {
      let unit = text.charCodeAt(at);
      const lineStart = at;
      while (unit === SPACE) unit = text.charCodeAt(++at);
      if (at >= end) {
        this.#at = end;
        this.#column = -1;
        return false;
      }
      if (unit === CR) unit = text.charCodeAt(++at);
      if (unit === HASH) {
        at = text.indexOf('\n', at) + 1;
      } else if (unit === LF) {
        at++;
      } else {
        if (unit === 9) throw uncertain;
        this.#at = at;
        this.#column = at - lineStart;
        return true;
      }
    }
  }

  #isFlow(): boolean {
    const unit = this.#text.charCodeAt(this.#at);
    return unit === OPEN_LIST || unit === OPEN_MAP;
  }

  /** A block node whose first character stands at `#at` in `column`, inside a block at column `parent`. */
  #block(column: number, parent: number): Node {
    if (++this.#depth > maxDepth) throw uncertain;
    const unit = this.#text.charCodeAt(this.#at);
    let node: Node;
    if (unit === DASH && this.#isGap(this.#at + 1)) node = this.#blockList(column, false);
    else if (unit === OPEN_LIST || unit === OPEN_MAP) node = this.#flowLine(parent);
    else {
      const colon = this.#keyEnd();
      node = colon < 0 ? this.#scalar(parent) : this.#blockMap(column, colon);
    }
    this.#depth--;
    return node;
  }

  /** Whether a blank or the end of the line stands there. */
  #isGap(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit === SPACE || unit === LF || unit === CR;
  }

  /**
   * The offset of the colon if the line at `#at` begins with a simple key, else -1.
   * A quoted key may have blanks before its colon; a plain one ends where go-yaml ends it.
   */
  #keyEnd(): number {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    let unit = text.charCodeAt(at);
    if (unit === DOUBLE || unit === SINGLE) {
      at = this.#quoteEnd(at);
      if (at < 0) return -1;
      at++;
      while (text.charCodeAt(at) === SPACE) at++;
      if (text.charCodeAt(at) !== COLON) return -1;
      if (!this.#isGap(at + 1)) throw uncertain;
      return this.#short(start, at);
    }
    for (;;) {
      if (unit === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === LF || next === CR) return this.#short(start, at);
        if (next === 9) throw uncertain;
      } else if (unit === LF || unit === CR) {
        return -1;
      } else if (unit === HASH) {
        if (text.charCodeAt(at - 1) === SPACE) return -1;
      } else if (unit === 9) {
        throw uncertain;
      }
      unit = text.charCodeAt(++at);
    }
  }

  #short(start: number, at: number): number {
    if (at - start > maxKey) throw uncertain;
    return at;
  }

  /** The offset of the closing quote if it stands on the same line, else -1. */
  #quoteEnd(start: number): number {
    const text = this.#text;
    const quote = text.charCodeAt(start);
    let at = start + 1;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        if (quote === DOUBLE || text.charCodeAt(at + 1) !== SINGLE) return at;
        at += 2;
      } else if (unit === LF) {
        return -1;
      } else if (unit === 92 && quote === DOUBLE) {
        if (this.#isLineEnd(at + 1)) return -1;
        at += 2;
      } else {
        at++;
      }
    }
  }

  #isLineEnd(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit === LF || unit === CR;
  }

  #blockMap(column: number, firstColon: number): MapNode {
    const text = this.#text;
    const start = this.#at;
    const entries: MapEntry[] = [];
    let colon = firstColon;
    for (;;) {
      const keyStart = this.#at;
      const first = text.charCodeAt(keyStart);
      let keyEnd = colon;
      while (text.charCodeAt(keyEnd - 1) === SPACE) keyEnd--;
      const key =
        first === DOUBLE || first === SINGLE
          ? this.#quotedKey(keyStart, keyEnd)
          : this.#plainKey(keyStart, keyEnd, first);
      this.#at = colon + 1;
      const value = this.#mapValue(column, colon);
      entries.push({ key, keySpan: { start: keyStart, end: keyEnd }, value });
      if (!this.#nextLine() || this.#column < column) break;
      if (this.#column > column) throw uncertain;
      const unit = text.charCodeAt(this.#at);
      if (unit === DASH && this.#isGap(this.#at + 1)) throw uncertain;
      colon = this.#keyEnd();
      if (colon < 0) throw uncertain;
    }
    if (this.#column >= 0) this.#backToLine();
    return { kind: 'map', start, end: this.#last, entries, flow: false };
  }

  #plainKey(start: number, end: number, first: number): string {
    if (!startsPlain(first)) {
      // A dash may begin a plain scalar; a blank behind it was a list's.
      if (first !== DASH) throw uncertain;
    }
    const source = this.#text.slice(start, end);
    if (source === '<<' || source === '') throw uncertain;
    if (first > 57 && source.length > 5) return source;
    const key = keyOf(resolvePlain(source));
    if (key === undefined) throw uncertain;
    return key;
  }

  #quotedKey(start: number, end: number): string {
    const raw = this.#text.slice(start + 1, end - 1);
    if (this.#text.charCodeAt(start) === SINGLE) return raw.includes("'") ? raw.replaceAll("''", "'") : raw;
    if (!raw.includes('\\')) return raw;
    const key = unescapeDouble(raw);
    if (key === undefined) throw uncertain;
    return key;
  }

  /** The value behind a colon. `#at` is behind the colon; `column` is the map's. */
  #mapValue(column: number, colon: number): Node {
    if (this.#toValue()) return this.#inlineValue(column);
    if (this.#nextLine()) {
      if (this.#column > column) return this.#block(this.#column, column);
      if (this.#column === column && this.#text.charCodeAt(this.#at) === DASH && this.#isGap(this.#at + 1)) {
        if (++this.#depth > maxDepth) throw uncertain;
        const list = this.#blockList(column, true);
        this.#depth--;
        return list;
      }
      this.#backToLine();
    }
    return this.#nothing(colon + 1);
  }

  /** Undoes `#nextLine` as far as it must be: the line that was found is found again. */
  #backToLine(): void {
    this.#at -= this.#column;
  }

  #nothing(at: number): ScalarNode {
    this.#last = at;
    return { kind: 'scalar', start: at, end: at, value: null, style: 'plain' };
  }

  /** Skips blanks behind an indicator; false when the line holds nothing more, with `#at` at its end. */
  #toValue(): boolean {
    const text = this.#text;
    let at = this.#at;
    let unit = text.charCodeAt(at);
    while (unit === SPACE) unit = text.charCodeAt(++at);
    this.#at = at;
    if (unit === 9) throw uncertain;
    if (unit === LF || unit === CR) return false;
    if (unit !== HASH) return true;
    this.#at = text.indexOf('\n', at);
    return false;
  }

  /** A value that begins on the line of its key. */
  #inlineValue(parent: number): Node {
    switch (this.#text.charCodeAt(this.#at)) {
      case 124:
        return this.#blockScalar(parent, false);
      case 62:
        return this.#blockScalar(parent, true);
      case OPEN_LIST:
      case OPEN_MAP:
        return this.#flowLine(parent);
      default:
        return this.#scalar(parent);
    }
  }

  /** `indentless`: the list stands in the column of its map's keys. */
  #blockList(column: number, indentless: boolean): Node {
    const text = this.#text;
    const start = this.#at;
    const items: Node[] = [];
    for (;;) {
      const dash = this.#at;
      this.#at = dash + 1;
      if (this.#toValue()) items.push(this.#item(column + this.#at - dash, column));
      else if (this.#nextLine()) {
        if (this.#column > column) items.push(this.#block(this.#column, column));
        else {
          this.#backToLine();
          items.push(this.#nothing(dash + 1));
        }
      } else items.push(this.#nothing(dash + 1));
      if (!this.#nextLine() || this.#column < column) break;
      if (this.#column > column) throw uncertain;
      if (text.charCodeAt(this.#at) !== DASH || !this.#isGap(this.#at + 1)) {
        if (!indentless) throw uncertain;
        break;
      }
    }
    if (this.#column >= 0) this.#backToLine();
    return { kind: 'list', start, end: this.#last, items, flow: false };
  }

  #item(column: number, parent: number): Node {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === 124 || unit === 62) return this.#blockScalar(parent, unit === 62);
    return this.#block(column, parent);
  }

  /** A plain or quoted scalar at `#at`, on one or several lines, that must not be a key. */
  #scalar(parent: number): ScalarNode {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === DOUBLE || unit === SINGLE) {
      const node = this.#quoted(parent);
      this.#lineEnd();
      return node;
    }
    return this.#plain(parent);
  }

  /** Nothing but a comment may follow on the line. */
  #lineEnd(): void {
    const at = this.#at;
    if (this.#toValue()) throw uncertain;
    if (this.#text.charCodeAt(at) === HASH) throw uncertain;
  }

  #quoted(parent: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const double = text.charCodeAt(start) === DOUBLE;
    const close = this.#quoteEnd(start);
    let value: string | undefined;
    let end = close;
    if (close >= 0) {
      value = text.slice(start + 1, close);
    } else {
      end = this.#farQuote(start, parent);
      const raw = text.slice(start + 1, end);
      // An escaped line break or blank next to folding is the full reader's.
      if (double && /\\[\r\n\t ]/.test(raw)) throw uncertain;
      value = foldLines(raw);
    }
    if (double) {
      if (value.includes('\\')) value = unescapeDouble(value);
      if (value === undefined) throw uncertain;
    } else if (value.includes("'")) value = value.replaceAll("''", "'");
    this.#at = end + 1;
    this.#last = end + 1;
    return makeScalar(start, end + 1, value, double ? 'double' : 'single');
  }

  /** The offset of the closing quote on a later line; every line in between must be indented. */
  #farQuote(start: number, parent: number): number {
    const text = this.#text;
    const quote = text.charCodeAt(start);
    let at = start + 1;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        if (quote === DOUBLE || text.charCodeAt(at + 1) !== SINGLE) return at;
        at += 2;
      } else if (unit === 92 && quote === DOUBLE) {
        at += 2;
      } else if (unit === LF) {
        const lineStart = ++at;
        while (text.charCodeAt(at) === SPACE) at++;
        if (text.charCodeAt(at) === 9) throw uncertain;
        if (at >= this.#end || (!this.#isLineEnd(at) && at - lineStart <= parent)) throw uncertain;
      } else {
        at++;
      }
    }
  }

  /** A plain scalar in a block, folded over the lines that are indented more than `parent`. */
  #plain(parent: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const first = text.charCodeAt(start);
    if (!startsPlain(first) && !(first === DASH && !this.#isGap(start + 1))) throw uncertain;
    let end = this.#plainLine();
    if (text.charCodeAt(this.#at) === HASH) {
      this.#at = text.indexOf('\n', this.#at);
      this.#last = end;
      return makeScalar(start, end, resolvePlain(text.slice(start, end)), 'plain');
    }
    let lines = 1;
    for (;;) {
      let at = text.indexOf('\n', this.#at) + 1;
      let lineStart = at;
      let unit = text.charCodeAt(at);
      while (at < this.#end && (unit === SPACE || unit === LF || unit === CR)) {
        if (unit === LF) lineStart = at + 1;
        unit = text.charCodeAt(++at);
      }
      if (unit === 9) throw uncertain;
      if (at >= this.#end || at - lineStart <= parent || unit === HASH) break;
      lines++;
      this.#at = at;
      end = this.#plainLine();
      if (text.charCodeAt(this.#at) === HASH) break;
    }
    this.#last = end;
    if (text.charCodeAt(this.#at) === HASH) this.#at = text.indexOf('\n', this.#at);
    const raw = text.slice(start, end);
    return makeScalar(start, end, lines === 1 ? resolvePlain(raw) : foldLines(raw), 'plain');
  }

  /** Reads plain text to the end of the line or a comment and returns where its last character ends. */
  #plainLine(): number {
    const text = this.#text;
    let at = this.#at;
    let unit = text.charCodeAt(at);
    let end = at;
    for (;;) {
      if (unit === COLON) {
        if (this.#isGap(at + 1)) throw uncertain;
        end = at + 1;
      } else if (unit === LF || unit === CR) {
        break;
      } else if (unit === HASH) {
        if (text.charCodeAt(at - 1) === SPACE) break;
        end = at + 1;
      } else if (unit === 9) {
        throw uncertain;
      } else if (unit !== SPACE) {
        end = at + 1;
      }
      unit = text.charCodeAt(++at);
    }
    this.#at = at;
    return end;
  }

  #blockScalar(parent: number, folded: boolean): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    this.#at++;
    let chomping: Chomping = '';
    const unit = text.charCodeAt(this.#at);
    if (unit === DASH || unit === 43) {
      chomping = unit === DASH ? '-' : '+';
      this.#at++;
    }
    const header = this.#at;
    if (this.#toValue() || text.charCodeAt(header) === HASH) throw uncertain;
    const content = text.indexOf('\n', this.#at) + 1;
    const body = this.#body(content, parent);
    if (body === undefined) throw uncertain;
    const lines = dedent(text.slice(body.start, body.end), body.indent, body.regular);
    const value = '\n'.repeat(body.leading) + lines;
    this.#at = body.end;
    this.#last = body.last;
    return makeScalar(
      start,
      body.last,
      folded ? fold(value, chomping) : chomp(value, chomping),
      folded ? 'folded' : 'literal',
    );
  }

  /** The lines of a block scalar from `content` on; undefined when there are none. */
  #body(content: number, parent: number): Body | undefined {
    const text = this.#text;
    let at = content;
    let lineStart = at;
    let leading = 0;
    let widest = 0;
    while (at < this.#end) {
      const unit = text.charCodeAt(at);
      if (unit === SPACE) at++;
      else if (unit === LF || unit === CR) {
        widest = Math.max(widest, at - lineStart);
        if (unit === CR) at++;
        leading++;
        lineStart = ++at;
      } else break;
    }
    const indent = at - lineStart;
    if (at >= this.#end || indent <= parent || indent === 0 || widest > indent || text.charCodeAt(at) === 9)
      return undefined;
    const start = lineStart;
    let regular = true;
    let last = at;
    let end = lineStart;
    while (lineStart < this.#end) {
      at = lineStart;
      while (text.charCodeAt(at) === SPACE) at++;
      let lineEnd = at;
      const unit = text.charCodeAt(at);
      if (unit === LF || unit === CR) {
        // A line of blanks beyond the indentation is content; where that matters is the full reader's to say.
        if (at - lineStart > indent) throw uncertain;
        if (at > lineStart || unit === CR) regular = false;
        lineEnd = unit === CR ? at + 1 : at;
      } else {
        if (at - lineStart < indent) {
          if (unit === 9) throw uncertain;
          break;
        }
        lineEnd = text.indexOf('\n', at);
        last = lineEnd;
        if (text.charCodeAt(lineEnd - 1) === CR) regular = false;
      }
      lineStart = lineEnd + 1;
      end = lineStart;
    }
    while (isWhite(text.charCodeAt(last - 1))) last--;
    return { start, end, indent, leading, regular, last };
  }

  /** A flow collection that must be alone to the end of its last line. */
  #flowLine(parent: number): Node {
    const node = this.#flow(parent);
    this.#lineEnd();
    return node;
  }

  #flow(parent: number): Node {
    if (++this.#depth > maxDepth) throw uncertain;
    const node = this.#text.charCodeAt(this.#at) === OPEN_MAP ? this.#flowMap(parent) : this.#flowList(parent);
    this.#depth--;
    this.#last = this.#at;
    return node;
  }

  #flowMap(parent: number): MapNode {
    const text = this.#text;
    const start = this.#at++;
    const entries: MapEntry[] = [];
    for (;;) {
      this.#flowSpace(parent);
      if (text.charCodeAt(this.#at) === CLOSE_MAP) break;
      const keyStart = this.#at;
      const first = text.charCodeAt(keyStart);
      let key: string;
      let keyEnd: number;
      if (first === DOUBLE || first === SINGLE) {
        keyEnd = this.#quoteEnd(keyStart) + 1;
        if (keyEnd === 0) throw uncertain;
        key = this.#quotedKey(keyStart, keyEnd);
        this.#at = keyEnd;
        while (text.charCodeAt(this.#at) === SPACE) this.#at++;
      } else {
        keyEnd = this.#flowPlainEnd();
        key = this.#plainKey(keyStart, keyEnd, first);
      }
      const colon = this.#at;
      if (text.charCodeAt(colon) !== COLON || colon - keyStart > maxKey) throw uncertain;
      this.#at = colon + 1;
      this.#flowSpace(parent);
      const value = this.#flowValue(parent);
      entries.push({ key, keySpan: { start: keyStart, end: keyEnd }, value });
      this.#flowSpace(parent);
      const unit = text.charCodeAt(this.#at);
      if (unit === COMMA) this.#at++;
      else if (unit !== CLOSE_MAP) throw uncertain;
    }
    this.#at++;
    return { kind: 'map', start, end: this.#at, entries, flow: true };
  }

  #flowList(parent: number): Node {
    const text = this.#text;
    const start = this.#at++;
    const items: Node[] = [];
    for (;;) {
      this.#flowSpace(parent);
      if (text.charCodeAt(this.#at) === CLOSE_LIST) break;
      items.push(this.#flowValue(parent));
      this.#flowSpace(parent);
      const unit = text.charCodeAt(this.#at);
      if (unit === COMMA) this.#at++;
      else if (unit !== CLOSE_LIST) throw uncertain;
    }
    this.#at++;
    return { kind: 'list', start, end: this.#at, items, flow: true };
  }

  #flowValue(parent: number): Node {
    const text = this.#text;
    const start = this.#at;
    const unit = text.charCodeAt(start);
    if (unit === OPEN_MAP || unit === OPEN_LIST) return this.#flow(parent);
    if (unit === DOUBLE || unit === SINGLE) return this.#quoted(parent);
    if (!startsPlain(unit) && !(unit === DASH && !this.#isGap(start + 1))) throw uncertain;
    const end = this.#flowPlainEnd();
    if (text.charCodeAt(this.#at) === COLON) throw uncertain;
    this.#last = end;
    return makeScalar(start, end, resolvePlain(text.slice(start, end)), 'plain');
  }

  /** Reads a plain scalar of one line inside a flow collection; leaves `#at` at what ends it. */
  #flowPlainEnd(): number {
    const text = this.#text;
    let at = this.#at;
    let end = at;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === COMMA || unit === CLOSE_MAP || unit === CLOSE_LIST || unit === LF || unit === CR) break;
      if (unit === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === LF || next === CR) break;
        if (next === COMMA || next === CLOSE_MAP || next === CLOSE_LIST || next === OPEN_MAP || next === OPEN_LIST)
          throw uncertain;
      } else if (unit === 63 || unit === OPEN_MAP || unit === OPEN_LIST || unit === 9 || unit === HASH) {
        throw uncertain;
      }
      at++;
      if (unit !== SPACE) end = at;
    }
    this.#at = at;
    return end;
  }

  /** Skips blanks and line breaks inside a flow collection; lines must be indented, and comments are the full reader's. */
  #flowSpace(parent: number): void {
    const text = this.#text;
    let at = this.#at;
    let lineStart = -1;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === LF) lineStart = at + 1;
      else if (unit === 9 || unit === HASH) throw uncertain;
      else if (unit !== SPACE && unit !== CR) break;
      at++;
    }
    if (at >= this.#end || (lineStart >= 0 && at - lineStart <= parent)) throw uncertain;
    this.#at = at;
  }
}

/** The lines of a block scalar. */
interface Body {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  /** Empty lines in front. */
  readonly leading: number;
  /** Every line that is not empty carries the whole indentation and ends in LF. */
  readonly regular: boolean;
  /** Where the last character stands that is not white space. */
  readonly last: number;
}

function makeScalar(start: number, end: number, value: ScalarValue, style: ScalarStyle): ScalarNode {
  return { kind: 'scalar', start, end, value, style };
}

function isWhite(unit: number): boolean {
  return unit === SPACE || unit === LF || unit === CR || unit === 9;
}

/** Whether a plain scalar may begin with this character wherever it stands; `-`, `?` and `:` depend on what follows. */
function startsPlain(unit: number): boolean {
  if (unit > 127) return true;
  return plainStarts.has(unit);
}

const plainStarts: ReadonlySet<number> = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$()+;<=^~\\'].map((one) => one.charCodeAt(0)),
);
