import type { MapNode, Node, ScalarNode } from '../node.ts';
import { mapAsKey, uncertain } from './fastCursor.ts';
import { FastFlow, maxDepth, maxKey } from './fastFlow.ts';
import { COLON, DOUBLE, FOLDED, LITERAL, OPEN_LIST, OPEN_MAP, SINGLE, SPACE } from './fastUnits.ts';

/**
 * The result of the fast reader for a document: its root, or the position of a `{{` at a value, which no server can
 * read.
 */
export type FastDocument = { readonly root: Node } | { readonly root: undefined; readonly braces: number };

/**
 * Reads a document in the usual shapes of manifests and returns undefined as soon as it is not certain: anchors,
 * aliases, tags, directives, complex keys, odd indentation and nearly all errors are left to the full reader. `text`
 * must end in a line break and pass {@link isPlainText}; `start` must be the start of a line or the break before it,
 * `end` the start of a line or the end of the text.
 */
export function readFast(text: string, start: number, end: number): FastDocument | undefined {
  const reader = new FastReader(text, start, end);
  try {
    return { root: reader.document() };
  } catch (thrown) {
    if (thrown === uncertain) return undefined;
    if (thrown === mapAsKey) return { root: undefined, braces: reader.offset };
    throw thrown;
  }
}

/** Whether a text has only characters that the fast reader handles; the others are rare or refused by Kubernetes. */
export function isPlainText(text: string): boolean {
  if (!/[^\n\x20-\x7e]/.test(text)) return true;
  // Control characters, byte order marks, line breaks other than LF and CR LF, and lone surrogates.
  if (/[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/.test(text)) return false;
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return false;
  return !/[\ud800-\udfff]/.test(text) || !/[\ud800-\udfff]/u.test(text);
}

class FastReader extends FastFlow {
  /** The current offset. */
  get offset(): number {
    return this.at;
  }

  document(): Node {
    this.nextLine();
    if (this.column < 0) throw uncertain;
    const isFlow = this.unit === OPEN_LIST || this.unit === OPEN_MAP;
    const root = isFlow ? this.flowLine(-1) : this.block(this.column, -1);
    if (this.column >= 0) throw uncertain;
    return root;
  }

  /**
   * A block node whose first character is at `at` in `column`, inside a block at column `parent`. Like all methods that
   * read a whole block value, it moves to the next line with content.
   */
  private block(column: number, parent: number): Node {
    if (++this.depth > maxDepth) throw uncertain;
    const { at: start, unit } = this;
    let node: Node;
    if (this.isItem()) node = this.blockList(column, false);
    else if (unit === OPEN_LIST || unit === OPEN_MAP) node = this.flowLine(parent);
    else {
      const colon = this.keyEnd();
      if (colon >= 0) node = this.blockMap(column, colon);
      else if (unit === DOUBLE || unit === SINGLE) node = this.quotedLine(parent);
      else {
        if (!this.startsPlain(start, unit)) throw uncertain;
        node = this.plain(start, parent);
      }
    }
    this.depth--;
    return node;
  }

  /**
   * The offset of the colon if the line at `at` begins with a simple key, otherwise -1; a plain scalar's line has been
   * read then. A quoted key may have blanks before its colon; a plain one ends where go-yaml ends it.
   */
  private keyEnd(): number {
    const start = this.at;
    const colon = this.unit === DOUBLE || this.unit === SINGLE ? this.quotedKeyEnd() : this.plainLine();
    if (colon - start > maxKey) throw uncertain;
    return colon;
  }

  private quotedKeyEnd(): number {
    let at = this.quoteEnd(this.at);
    if (at < 0) return -1;
    at++;
    while (this.text.charCodeAt(at) === SPACE) at++;
    if (this.text.charCodeAt(at) !== COLON) return -1;
    if (!this.isGap(at + 1)) throw uncertain;
    return at;
  }

  private blockMap(column: number, firstColon: number): MapNode {
    const text = this.text;
    const start = this.at;
    const from = this.entries.length;
    let colon = firstColon;
    for (;;) {
      const keyStart = this.at;
      const first = this.unit;
      let keyEnd = colon + 1;
      do keyEnd--;
      while (text.charCodeAt(keyEnd - 1) === SPACE);
      const key =
        first === DOUBLE || first === SINGLE
          ? this.quotedKey(keyStart, keyEnd)
          : this.plainKey(keyStart, keyEnd, first);
      this.at = colon + 1;
      const value = this.mapValue(column, colon);
      this.entries.push({ key, keySpan: { start: keyStart, end: keyEnd }, value });
      if (this.column < column) break;
      if (this.column > column) throw uncertain;
      if (this.isItem()) throw uncertain;
      colon = this.keyEnd();
      if (colon < 0) throw uncertain;
    }
    return { kind: 'map', start, end: this.last, entries: this.entries.splice(from), flow: false };
  }

  /** The value after a colon. `at` is after the colon; `column` is the map's. */
  private mapValue(column: number, colon: number): Node {
    if (this.toValue()) {
      const { at: start, unit } = this;
      if (unit === LITERAL || unit === FOLDED) return this.blockScalar(column, unit === FOLDED);
      if (unit === OPEN_LIST || unit === OPEN_MAP) return this.flowLine(column);
      if (unit === DOUBLE || unit === SINGLE) return this.quotedLine(column);
      if (!this.startsPlain(start, unit) || this.plainLine() >= 0) throw uncertain;
      return this.plain(start, column);
    }
    this.nextLine();
    if (this.column > column) return this.block(this.column, column);
    if (this.column === column && this.isItem()) {
      if (++this.depth > maxDepth) throw uncertain;
      const list = this.blockList(column, true);
      this.depth--;
      return list;
    }
    return this.nothing(colon + 1);
  }

  /** `indentless`: the list is in the column of its map's keys. */
  private blockList(column: number, indentless: boolean): Node {
    const start = this.at;
    const from = this.items.length;
    for (;;) {
      const dash = this.at;
      this.at = dash + 1;
      if (this.toValue()) this.items.push(this.item(column + this.at - dash, column));
      else {
        this.nextLine();
        this.items.push(this.column > column ? this.block(this.column, column) : this.nothing(dash + 1));
      }
      if (this.column < column) break;
      if (this.column > column) throw uncertain;
      if (!this.isItem()) {
        if (!indentless) throw uncertain;
        break;
      }
    }
    return { kind: 'list', start, end: this.last, items: this.items.splice(from), flow: false };
  }

  private item(column: number, parent: number): Node {
    const unit = this.unit;
    if (unit === LITERAL || unit === FOLDED) return this.blockScalar(parent, unit === FOLDED);
    return this.block(column, parent);
  }

  /** A quoted scalar, on one or several lines, that must end its last line. */
  private quotedLine(parent: number): ScalarNode {
    const node = this.quoted(parent);
    this.lineEnd();
    this.nextLine();
    return node;
  }

  /** A flow collection that must end its last line. */
  private flowLine(parent: number): Node {
    const node = this.flow(parent);
    this.lineEnd();
    this.nextLine();
    return node;
  }
}
