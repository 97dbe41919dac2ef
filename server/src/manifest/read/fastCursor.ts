import type { MapEntry, Node } from '../node.ts';
import { BACKSLASH, COLON, CR, DASH, DOT, DOUBLE, HASH, LF, QUESTION, SINGLE, SPACE, TAB } from './fastUnits.ts';

/** Thrown to leave the fast path from any depth; never leaves the fast reader. */
export const uncertain: unique symbol = Symbol('uncertain');

/** Thrown at a map whose first key is a map, with `at` there: no YAML that Kubernetes reads, most often `{{ }}` of a template. */
export const mapAsKey: unique symbol = Symbol('map as key');

/**
 * The fast reader's position in a document, and its shared steps over white space, plain text and quotes. The text is
 * read in as few places of the code as possible: engines inline them.
 */
export class FastCursor {
  protected readonly text: string;
  protected readonly end: number;
  protected at: number;
  /**
   * The character at `at` where a line's content or a value begins; after `plainLine`, the one that ended it. -1 at the
   * end.
   */
  protected unit = -1;
  /** The column of `at` at the first character of a line; -1 after the last line with content. */
  protected column = 0;
  protected depth = 0;
  /** How many flow collections are open. */
  protected flows = 0;
  /** Where the last node was written to an end. */
  protected last = 0;
  /**
   * The entries of all open maps and lists, the innermost last: each takes its own off the end when it closes, which
   * gives it an array of exact size, unlike arrays that grow.
   */
  protected readonly entries: MapEntry[] = [];
  protected readonly items: Node[] = [];

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** Moves to the first character of the next line with content, if any. `at` must be at the start or end of a line. */
  protected nextLine(): void {
    this.lineOrComment();
    while (this.unit === HASH) {
      this.at = this.text.indexOf('\n', this.at) + 1;
      this.lineOrComment();
    }
  }

  /** Moves to the next non-empty line like `nextLine`, including comments. */
  protected lineOrComment(): void {
    const { text, end } = this;
    let at = this.at;
    let lineStart = at;
    // Never reads past the end of the text: engines deoptimize code that did.
    while (at < end) {
      let unit = text.charCodeAt(at);
      // Mostly indentation; a line break ends it at the latest.
      while (unit === SPACE) unit = text.charCodeAt(++at);
      if (unit === LF) {
        lineStart = at + 1;
      } else if (unit !== CR) {
        if (unit === TAB || (unit === DOT && at === lineStart && text.startsWith('...', at))) throw uncertain;
        this.at = at;
        this.unit = unit;
        this.column = at - lineStart;
        return;
      }
      at++;
    }
    this.at = end;
    this.unit = -1;
    this.column = -1;
  }

  /** Whether a blank or the end of the line is at an offset. */
  protected isGap(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === SPACE || unit === LF || unit === CR;
  }

  /** Whether an item of a block list begins at `at`. */
  protected isItem(): boolean {
    return this.unit === DASH && this.isGap(this.at + 1);
  }

  /** Skips blanks after an indicator; false if the line has no more content, with `at` at its end. */
  protected toValue(): boolean {
    const text = this.text;
    let at = this.at;
    let unit = text.charCodeAt(at);
    while (unit === SPACE) unit = text.charCodeAt(++at);
    this.at = at;
    this.unit = unit;
    if (unit === TAB) throw uncertain;
    if (unit === LF || unit === CR) return false;
    if (unit !== HASH) return true;
    this.at = text.indexOf('\n', at);
    return false;
  }

  /** Only a comment may follow on the line. */
  protected lineEnd(): void {
    const at = this.at;
    if (this.toValue() || this.text.charCodeAt(at) === HASH) throw uncertain;
  }

  /**
   * Reads plain text and returns the offset of a colon that can precede a value. Without one it stops at the end of the
   * line or at a comment and returns -1; `last` is the end of the last character.
   */
  protected plainLine(): number {
    const text = this.text;
    let at = this.at;
    let end = at;
    let before = SPACE;
    for (;;) {
      const unit = text.charCodeAt(at);
      // Letters, digits and most others follow `#`.
      if (unit <= HASH) {
        const isGap = unit === SPACE || unit === LF || unit === CR;
        if (isGap || (unit === HASH && before === SPACE)) {
          if (before === COLON) return at - 1;
          if (before !== SPACE) end = at;
          if (unit !== SPACE) {
            this.at = at;
            this.unit = unit;
            this.last = end;
            return -1;
          }
        } else if (unit === TAB) {
          throw uncertain;
        }
      }
      before = unit;
      at++;
    }
  }

  /**
   * The offset of the closing quote; -1 where it is not on the same line and `parent` is not given.
   *
   * @param parent the column that every line up to it must be deeper than.
   */
  protected quoteEnd(start: number, parent?: number): number {
    const text = this.text;
    const quote = text.charCodeAt(start);
    let at = start + 1;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        if (quote === DOUBLE || text.charCodeAt(at + 1) !== SINGLE) return at;
        at += 2;
      } else if (unit === BACKSLASH && quote === DOUBLE) {
        // An escaped line break is still a line break: the next iteration handles it.
        at += this.isLineEnd(at + 1) ? 1 : 2;
      } else if (unit === LF) {
        if (parent === undefined) return -1;
        this.at = at;
        this.lineOrComment();
        if (this.column <= parent) throw uncertain;
        at = this.at;
      } else {
        at++;
      }
    }
  }

  private isLineEnd(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === LF || unit === CR;
  }

  /** Whether a plain scalar may begin with this character there. */
  protected startsPlain(at: number, unit: number): boolean {
    if (unit > 127 || plainStarts[unit] === 1) return true;
    if (unit !== DASH && unit !== COLON && unit !== QUESTION) return false;
    return !this.isGap(at + 1) && this.text.charCodeAt(at + 1) !== TAB;
  }
}

/** By character code, 1 for each that begins a plain scalar regardless of what follows. */
const plainStarts = new Uint8Array(128);
for (const item of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$()+;<=^~\\') {
  plainStarts[item.charCodeAt(0)] = 1;
}
