import type { ScalarNode, ScalarStyle, ScalarValue } from '../node.ts';
import { FastCursor, uncertain } from './fastCursor.ts';
import { CR, DASH, DOUBLE, HASH, LF, PLUS, SINGLE, SPACE, TAB } from './fastUnits.ts';
import { keyOf, resolvePlain } from './resolveScalar.ts';
import { type Chomping, chomp, doubleText, fold, foldLines } from './scalarText.ts';

/** Reads keys and scalars of block collections. */
export class FastScalars extends FastCursor {
  protected plainKey(start: number, end: number, first: number): string {
    if (!this.startsPlain(start, first)) throw uncertain;
    const source = this.text.slice(start, end);
    if (source === '<<') throw uncertain;
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
    const end = close >= 0 ? close : this.quoteEnd(start, parent);
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

  /**
   * A plain scalar in a block, whose first line has been read from `start` on: folded over the lines that are indented
   * more than `parent`.
   */
  protected plain(start: number, parent: number): ScalarNode {
    let isOneLine = true;
    while (this.unit !== HASH) {
      this.lineOrComment();
      if (this.unit === HASH || this.column <= parent) break;
      isOneLine = false;
      if (this.plainLine() >= 0) throw uncertain;
    }
    const end = this.last;
    if (this.unit === HASH) {
      this.at = this.text.indexOf('\n', this.at);
      this.nextLine();
    }
    const raw = this.text.slice(start, end);
    return makeScalar(start, end, isOneLine ? finite(resolvePlain(raw)) : foldLines(raw), 'plain');
  }

  protected blockScalar(parent: number, folded: boolean): ScalarNode {
    const text = this.text;
    const start = this.at;
    const sign = text.charCodeAt(start + 1);
    const chomping: Chomping = sign === DASH ? '-' : sign === PLUS ? '+' : '';
    const header = start + 1 + chomping.length;
    this.at = header;
    this.lineEnd();
    this.at = text.indexOf('\n', this.at) + 1;
    const style = folded ? 'folded' : 'literal';
    const leading = this.emptyLines(parent);
    const indent = this.column;
    if (indent <= parent) {
      this.last = header;
      this.nextLine();
      return makeScalar(start, header, chomping === '+' ? '\n'.repeat(leading) : '', style);
    }
    if (indent === 0) throw uncertain;
    const lines = this.indentedLines(indent, folded ? '+' : chomping);
    const value = leading === 0 ? lines : '\n'.repeat(leading) + lines;
    let end = this.at;
    while (isWhite(text.charCodeAt(end - 1))) end--;
    this.last = end;
    this.nextLine();
    return makeScalar(start, end, folded ? fold(value, chomping) : value, style);
  }

  /**
   * Skips the leading empty lines of a block scalar and returns their number. `at` is then the start of the first other
   * line, and `column` its indentation; -1 if the document ends.
   */
  private emptyLines(parent: number): number {
    const { text, end } = this;
    let at = this.at;
    let lineStart = at;
    let count = 0;
    let widest = 0;
    let unit = -1;
    while (at < end) {
      unit = text.charCodeAt(at);
      if (unit === LF || unit === CR) {
        widest = Math.max(widest, at - lineStart);
        if (unit === LF) count++;
        lineStart = at + 1;
      } else if (unit !== SPACE) {
        break;
      }
      at++;
    }
    this.at = lineStart;
    this.column = at < end ? at - lineStart : -1;
    if (at < end && (unit === TAB || (this.column > parent && widest > this.column))) throw uncertain;
    return count;
  }

  /**
   * Reads the lines that are empty or indented at least this much, the first not empty, and returns them without their
   * indentation, each ending in LF. Most block scalars are never read: the result is a rope of slices, copied only on
   * use.
   */
  private indentedLines(indent: number, chomping: Chomping): string {
    const { text, end } = this;
    let value = '';
    // The last non-empty line, with the empty ones after it.
    let last = '';
    let lineStart = this.at;
    while (lineStart < end) {
      const margin = lineStart + indent;
      let at = lineStart;
      let unit = text.charCodeAt(at);
      while (unit === SPACE && at < margin) unit = text.charCodeAt(++at);
      const isEmpty = unit === LF || unit === CR;
      if (at < margin && !isEmpty) {
        if (unit === TAB) throw uncertain;
        break;
      }
      const lineEnd = text.indexOf('\n', at);
      if (isEmpty) {
        last += '\n';
      } else {
        value += last;
        const isCrLf = text.charCodeAt(lineEnd - 1) === CR;
        last = isCrLf ? `${text.slice(margin, lineEnd - 1)}\n` : text.slice(margin, lineEnd + 1);
      }
      lineStart = lineEnd + 1;
    }
    this.at = lineStart;
    return value + chomp(last, chomping);
  }

  protected nothing(at: number): ScalarNode {
    this.last = at;
    return { kind: 'scalar', start: at, end: at, value: null, style: 'plain' };
  }
}

/** A scalar; all are created here, so that they have one hidden class. */
export function makeScalar(start: number, end: number, value: ScalarValue, style: ScalarStyle): ScalarNode {
  return { kind: 'scalar', start, end, value, style };
}

function isWhite(unit: number): boolean {
  return unit === SPACE || unit === LF || unit === CR || unit === TAB;
}

/** Not-a-number and the infinities, which JSON lacks, are the full reader's to refuse. */
export function finite(value: ScalarValue): ScalarValue {
  if (typeof value === 'number' && !Number.isFinite(value)) throw uncertain;
  return value;
}
