import type { MapEntry, Node } from '../node.ts';
import { COLON, CR, DASH, DOUBLE, HASH, LF, SINGLE, SPACE } from './fastUnits.ts';

/** Thrown to leave the fast path from any depth; never leaves the fast reader. */
export const uncertain: unique symbol = Symbol('uncertain');

/** Thrown at a map whose first key is a map, with `at` there: no YAML that Kubernetes reads, most often `{{ }}` of a template. */
export const mapAsKey: unique symbol = Symbol('map as key');

/** The place in a document that the fast reader has come to, and the steps over white space and quotes that all its parts share. */
export class FastCursor {
  protected readonly text: string;
  protected readonly end: number;
  protected at: number;
  /** The column of `at` when it stands at the first character of a line; -1 behind the last line with content. */
  protected column = 0;
  protected depth = 0;
  /** How many flow collections are open. */
  protected flows = 0;
  /** Where the last node was written to an end. */
  protected last = 0;

  /**
   * What has been read of the maps and lists that are still open, the innermost last: each takes its own off the end
   * when it closes, so that it gets an array of just its size, which arrays that grow do not have.
   */
  protected readonly entries: MapEntry[] = [];
  protected readonly items: Node[] = [];

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** Goes on to the next line with content: to its first character, or with column -1 to the end. `at` must be at a line start or a line's end. */
  protected nextLine(): void {
    while (this.lineOrComment() === HASH) this.at = this.text.indexOf('\n', this.at) + 1;
  }

  /** Goes on to the next line that is not empty, as `nextLine` does, and returns its first character, which may begin a comment. */
  protected lineOrComment(): number {
    const text = this.text;
    const end = this.end;
    let at = this.at;
    // Never looks behind the end of the text: engines forget what they have made of code that once did.
    while (at < end) {
      let unit = text.charCodeAt(at);
      const lineStart = at;
      while (unit === SPACE) unit = text.charCodeAt(++at);
      if (unit === CR) unit = text.charCodeAt(++at);
      if (unit !== LF) {
        if (unit === 9) throw uncertain;
        this.at = at;
        this.column = at - lineStart;
        return unit;
      }
      at++;
    }
    this.at = end;
    this.column = -1;
    return -1;
  }

  /** Whether a blank or the end of the line stands there. */
  protected isGap(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === SPACE || unit === LF || unit === CR;
  }

  protected isLineEnd(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === LF || unit === CR;
  }

  /** Skips blanks behind an indicator; false when the line holds nothing more, with `at` at its end. */
  protected toValue(): boolean {
    const text = this.text;
    let at = this.at;
    let unit = text.charCodeAt(at);
    while (unit === SPACE) unit = text.charCodeAt(++at);
    this.at = at;
    if (unit === 9) throw uncertain;
    if (unit === LF || unit === CR) return false;
    if (unit !== HASH) return true;
    this.at = text.indexOf('\n', at);
    return false;
  }

  /** Nothing but a comment may follow on the line. */
  protected lineEnd(): void {
    const at = this.at;
    if (this.toValue()) throw uncertain;
    if (this.text.charCodeAt(at) === HASH) throw uncertain;
  }

  /** The offset of the closing quote if it stands on the same line, else -1. */
  protected quoteEnd(start: number): number {
    const text = this.text;
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
        if (this.isLineEnd(at + 1)) return -1;
        at += 2;
      } else {
        at++;
      }
    }
  }

  /** The offset of the closing quote on a later line; every line in between must be indented. */
  protected farQuote(start: number, parent: number): number {
    const text = this.text;
    const quote = text.charCodeAt(start);
    let at = start + 1;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        if (quote === DOUBLE || text.charCodeAt(at + 1) !== SINGLE) return at;
        at += 2;
      } else if (unit === 92 && quote === DOUBLE) {
        // An escaped line break is a line break still: the next turn looks at it.
        at += this.isLineEnd(at + 1) ? 1 : 2;
      } else if (unit === LF) {
        const lineStart = ++at;
        while (text.charCodeAt(at) === SPACE) at++;
        if (text.charCodeAt(at) === 9) throw uncertain;
        if (at >= this.end || (!this.isLineEnd(at) && at - lineStart <= parent)) throw uncertain;
      } else {
        at++;
      }
    }
  }

  /** Whether a plain scalar may begin with this character there. */
  protected startsPlain(at: number, unit: number): boolean {
    if (unit > 127 || plainStarts.has(unit)) return true;
    if (unit !== DASH && unit !== COLON && unit !== 63) return false;
    return !this.isGap(at + 1) && this.text.charCodeAt(at + 1) !== 9;
  }
}

const plainStarts: ReadonlySet<number> = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$()+;<=^~\\'].map((one) => one.charCodeAt(0)),
);
