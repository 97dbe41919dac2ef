import type { ScalarNode, ScalarStyle, ScalarValue } from '../node.ts';
import { FastCursor, uncertain } from './fastCursor.ts';
import { COLON, CR, DASH, DOUBLE, HASH, LF, SINGLE, SPACE } from './fastUnits.ts';
import { keyOf, resolvePlain } from './resolveScalar.ts';
import { type Chomping, chomp, dedent, doubleText, fold, foldLines } from './scalarText.ts';

/** Reads keys and scalars of block collections. */
export class FastScalars extends FastCursor {
  protected plainKey(start: number, end: number, first: number): string {
    if (!this.startsPlain(start, first)) throw uncertain;
    const source = this.text.slice(start, end);
    if (source === '<<' || source === '') throw uncertain;
    if (first > 57 && source.length > 5) return source;
    const key = keyOf(resolvePlain(source));
    if (key === undefined) throw uncertain;
    return key;
  }

  protected quotedKey(start: number, end: number): string {
    const raw = this.text.slice(start + 1, end - 1);
    if (this.text.charCodeAt(start) === SINGLE) return raw.includes("'") ? raw.replaceAll("''", "'") : raw;
    if (!raw.includes('\\')) return raw;
    const key = doubleText(raw);
    if (key === undefined) throw uncertain;
    return key;
  }

  protected quoted(parent: number): ScalarNode {
    const text = this.text;
    const start = this.at;
    const double = text.charCodeAt(start) === DOUBLE;
    const close = this.quoteEnd(start);
    const end = close >= 0 ? close : this.farQuote(start, parent);
    const raw = text.slice(start + 1, end);
    let value: string | undefined = raw;
    if (double) {
      if (close < 0 || raw.includes('\\')) value = doubleText(raw);
      if (value === undefined) throw uncertain;
    } else {
      if (close < 0) value = foldLines(raw);
      if (value.includes("'")) value = value.replaceAll("''", "'");
    }
    this.at = end + 1;
    this.last = end + 1;
    return makeScalar(start, end + 1, value, double ? 'double' : 'single');
  }

  /** A plain scalar in a block, folded over the lines that are indented more than `parent`. */
  protected plain(parent: number): ScalarNode {
    const text = this.text;
    const start = this.at;
    if (!this.startsPlain(start, text.charCodeAt(start))) throw uncertain;
    let end = this.plainLine();
    let isOneLine = true;
    let next = text.charCodeAt(this.at);
    while (next !== HASH) {
      next = this.lineOrComment();
      if (next === HASH || this.column <= parent) break;
      isOneLine = false;
      end = this.plainLine();
      next = text.charCodeAt(this.at);
    }
    this.last = end;
    if (next === HASH) {
      this.at = text.indexOf('\n', this.at);
      this.nextLine();
    }
    const raw = text.slice(start, end);
    return makeScalar(start, end, isOneLine ? finite(resolvePlain(raw)) : foldLines(raw), 'plain');
  }

  /** Reads plain text to the end of the line or a comment and returns where its last character ends. */
  protected plainLine(): number {
    const text = this.text;
    let at = this.at;
    let unit = text.charCodeAt(at);
    let end = at;
    for (;;) {
      if (unit === COLON) {
        if (this.isGap(at + 1)) throw uncertain;
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
    this.at = at;
    return end;
  }

  protected blockScalar(parent: number, folded: boolean): ScalarNode {
    const text = this.text;
    const start = this.at;
    this.at++;
    let chomping: Chomping = '';
    const unit = text.charCodeAt(this.at);
    if (unit === DASH || unit === 43) {
      chomping = unit === DASH ? '-' : '+';
      this.at++;
    }
    const header = this.at;
    if (this.toValue() || text.charCodeAt(header) === HASH) throw uncertain;
    const content = text.indexOf('\n', this.at) + 1;
    const body = this.body(content, parent);
    if (typeof body === 'number') {
      this.last = header;
      this.nextLine();
      return makeScalar(start, header, chomping === '+' ? '\n'.repeat(body) : '', folded ? 'folded' : 'literal');
    }
    const lines = dedent(text.slice(body.start, body.end), body.indent, body.regular);
    const value = '\n'.repeat(body.leading) + lines;
    this.at = body.end;
    this.last = body.last;
    this.nextLine();
    return makeScalar(
      start,
      body.last,
      folded ? fold(value, chomping) : chomp(value, chomping),
      folded ? 'folded' : 'literal',
    );
  }

  /** The lines of a block scalar from `content` on, or how many empty lines there are when there is nothing else. */
  protected body(content: number, parent: number): Body | number {
    const text = this.text;
    let at = content;
    let lineStart = at;
    let leading = 0;
    let widest = 0;
    while (at < this.end) {
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
    const empty = at >= this.end;
    if (!empty && text.charCodeAt(at) === 9) throw uncertain;
    if (empty || indent <= parent) {
      this.at = lineStart;
      return leading;
    }
    if (indent === 0 || widest > indent) throw uncertain;
    const start = lineStart;
    let regular = true;
    let last = at;
    let end = lineStart;
    while (lineStart < this.end) {
      at = lineStart;
      while (text.charCodeAt(at) === SPACE) at++;
      let lineEnd = at;
      const unit = text.charCodeAt(at);
      if (unit === LF || unit === CR) {
        if ((at > lineStart && at - lineStart < indent) || unit === CR) regular = false;
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

  protected nothing(at: number): ScalarNode {
    this.last = at;
    return { kind: 'scalar', start: at, end: at, value: null, style: 'plain' };
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

/** A scalar; all are made here, so that they have one shape. */
export function makeScalar(start: number, end: number, value: ScalarValue, style: ScalarStyle): ScalarNode {
  return { kind: 'scalar', start, end, value, style };
}

function isWhite(unit: number): boolean {
  return unit === SPACE || unit === LF || unit === CR || unit === 9;
}

/** Not-a-number and the infinities, which JSON lacks, are the full reader's to refuse. */
export function finite(value: ScalarValue): ScalarValue {
  if (typeof value === 'number' && !Number.isFinite(value)) throw uncertain;
  return value;
}
