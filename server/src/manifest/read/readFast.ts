import type { MapNode, Node, ScalarNode } from '../node.ts';
import { mapAsKey, uncertain } from './fastCursor.ts';
import { FastFlow, maxDepth, maxKey } from './fastFlow.ts';
import { COLON, CR, DASH, DOUBLE, HASH, LF, OPEN_LIST, OPEN_MAP, SINGLE, SPACE } from './fastUnits.ts';

/** What the fast reader makes of a document: its root, or where `{{` stands in the place of a value, which no server reads. */
export type FastDocument = { readonly root: Node } | { readonly root: undefined; readonly braces: number };

/**
 * Reads a document in the shapes that manifests have, and returns undefined the moment it is not certain: anchors,
 * aliases, tags, directives, complex keys, odd indentation and nearly everything that is wrong are the full reader's.
 * `text` must end in a line break and pass {@link isPlainText}; `start` must be the start of a line or the
 * break in front of it, `end` the start of a line or the end of the text.
 */
export function readFast(text: string, start: number, end: number): FastDocument | undefined {
  const reader = new FastReader(text, start, end);
  try {
    return { root: reader.document() };
  } catch (thrown) {
    if (thrown === uncertain) return undefined;
    if (thrown === mapAsKey) return { root: undefined, braces: reader.place };
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

class FastReader extends FastFlow {
  /** The offset that it has come to. */
  get place(): number {
    return this.at;
  }

  document(): Node {
    this.nextLine();
    if (this.column < 0) throw uncertain;
    const root = this.isFlow() ? this.flowLine(-1) : this.block(this.column, -1);
    if (this.column >= 0) throw uncertain;
    return root;
  }

  private isFlow(): boolean {
    const unit = this.text.charCodeAt(this.at);
    return unit === OPEN_LIST || unit === OPEN_MAP;
  }

  /**
   * A block node whose first character stands at `at` in `column`, inside a block at column `parent`.
   * This and all that reads a whole value of a block goes on to the next line with content.
   */
  private block(column: number, parent: number): Node {
    if (++this.depth > maxDepth) throw uncertain;
    const unit = this.text.charCodeAt(this.at);
    let node: Node;
    if (unit === DASH && this.isGap(this.at + 1)) node = this.blockList(column, false);
    else if (unit === OPEN_LIST || unit === OPEN_MAP) node = this.flowLine(parent);
    else {
      const colon = this.keyEnd();
      node = colon < 0 ? this.scalar(parent) : this.blockMap(column, colon);
    }
    this.depth--;
    return node;
  }

  /**
   * The offset of the colon if the line at `at` begins with a simple key, else -1.
   * A quoted key may have blanks before its colon; a plain one ends where go-yaml ends it.
   */
  private keyEnd(): number {
    const text = this.text;
    const start = this.at;
    let at = start;
    let unit = text.charCodeAt(at);
    if (unit === DOUBLE || unit === SINGLE) {
      at = this.quoteEnd(at);
      if (at < 0) return -1;
      at++;
      while (text.charCodeAt(at) === SPACE) at++;
      if (text.charCodeAt(at) !== COLON) return -1;
      if (!this.isGap(at + 1)) throw uncertain;
      return this.short(start, at);
    }
    for (;;) {
      if (unit === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === LF || next === CR) return this.short(start, at);
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

  private short(start: number, at: number): number {
    if (at - start > maxKey) throw uncertain;
    return at;
  }

  private blockMap(column: number, firstColon: number): MapNode {
    const text = this.text;
    const start = this.at;
    const from = this.entries.length;
    let colon = firstColon;
    for (;;) {
      const keyStart = this.at;
      const first = text.charCodeAt(keyStart);
      let keyEnd = colon;
      while (text.charCodeAt(keyEnd - 1) === SPACE) keyEnd--;
      const key =
        first === DOUBLE || first === SINGLE
          ? this.quotedKey(keyStart, keyEnd)
          : this.plainKey(keyStart, keyEnd, first);
      this.at = colon + 1;
      const value = this.mapValue(column, colon);
      this.entries.push({ key, keySpan: { start: keyStart, end: keyEnd }, value });
      if (this.column < column) break;
      if (this.column > column) throw uncertain;
      const unit = text.charCodeAt(this.at);
      if (unit === DASH && this.isGap(this.at + 1)) throw uncertain;
      colon = this.keyEnd();
      if (colon < 0) throw uncertain;
    }
    return { kind: 'map', start, end: this.last, entries: this.entries.splice(from), flow: false };
  }

  /** The value behind a colon. `at` is behind the colon; `column` is the map's. */
  private mapValue(column: number, colon: number): Node {
    if (this.toValue()) return this.inlineValue(column);
    this.nextLine();
    if (this.column > column) return this.block(this.column, column);
    if (this.column === column && this.text.charCodeAt(this.at) === DASH && this.isGap(this.at + 1)) {
      if (++this.depth > maxDepth) throw uncertain;
      const list = this.blockList(column, true);
      this.depth--;
      return list;
    }
    return this.nothing(colon + 1);
  }

  /** A value that begins on the line of its key. */
  private inlineValue(parent: number): Node {
    switch (this.text.charCodeAt(this.at)) {
      case 124:
        return this.blockScalar(parent, false);
      case 62:
        return this.blockScalar(parent, true);
      case OPEN_LIST:
      case OPEN_MAP:
        return this.flowLine(parent);
      default:
        return this.scalar(parent);
    }
  }

  /** `indentless`: the list stands in the column of its map's keys. */
  private blockList(column: number, indentless: boolean): Node {
    const text = this.text;
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
      if (text.charCodeAt(this.at) !== DASH || !this.isGap(this.at + 1)) {
        if (!indentless) throw uncertain;
        break;
      }
    }
    return { kind: 'list', start, end: this.last, items: this.items.splice(from), flow: false };
  }

  private item(column: number, parent: number): Node {
    const unit = this.text.charCodeAt(this.at);
    if (unit === 124 || unit === 62) return this.blockScalar(parent, unit === 62);
    return this.block(column, parent);
  }

  /** A plain or quoted scalar at `at`, on one or several lines, that must not be a key. */
  private scalar(parent: number): ScalarNode {
    const unit = this.text.charCodeAt(this.at);
    if (unit === DOUBLE || unit === SINGLE) {
      const node = this.quoted(parent);
      this.lineEnd();
      this.nextLine();
      return node;
    }
    return this.plain(parent);
  }

  /** A flow collection that must be alone to the end of its last line. */
  private flowLine(parent: number): Node {
    const node = this.flow(parent);
    this.lineEnd();
    this.nextLine();
    return node;
  }
}
