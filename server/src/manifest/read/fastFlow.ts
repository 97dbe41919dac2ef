import type { MapNode, Node } from '../node.ts';
import { mapAsKey, uncertain } from './fastCursor.ts';
import { FastScalars, finite, makeScalar } from './fastScalars.ts';
import {
  CLOSE_LIST,
  CLOSE_MAP,
  COLON,
  COMMA,
  CR,
  DOUBLE,
  HASH,
  LF,
  OPEN_LIST,
  OPEN_MAP,
  QUESTION,
  SINGLE,
  SPACE,
  TAB,
} from './fastUnits.ts';
import { resolvePlain } from './resolveScalar.ts';

/** Deeper nesting is left to the full reader, which bounds it. */
export const maxDepth = 100;

/** go-yaml gives up on keys longer than 1024 characters on one line. */
export const maxKey = 1000;

/** Reads flow collections, JSON's included. */
export class FastFlow extends FastScalars {
  protected flow(parent: number): Node {
    if (++this.depth > maxDepth) throw uncertain;
    this.flows++;
    const node = this.text.charCodeAt(this.at) === OPEN_MAP ? this.flowMap(parent) : this.flowList(parent);
    this.depth--;
    this.flows--;
    this.last = this.at;
    return node;
  }

  protected flowMap(parent: number): MapNode {
    const text = this.text;
    const start = this.at++;
    const from = this.entries.length;
    for (;;) {
      this.flowSpace(parent);
      if (text.charCodeAt(this.at) === CLOSE_MAP) break;
      const keyStart = this.at;
      const first = text.charCodeAt(keyStart);
      if (first === OPEN_MAP && keyStart === start + 1) {
        this.at = start;
        throw mapAsKey;
      }
      let key: string;
      let keyEnd: number;
      if (first === DOUBLE || first === SINGLE) {
        keyEnd = this.quoteEnd(keyStart) + 1;
        if (keyEnd === 0) throw uncertain;
        key = this.quotedKey(keyStart, keyEnd);
        this.at = keyEnd;
        while (text.charCodeAt(this.at) === SPACE) this.at++;
      } else if (first === COLON || first === QUESTION) {
        throw uncertain;
      } else {
        keyEnd = this.flowPlainEnd();
        key = this.plainKey(keyStart, keyEnd, first);
      }
      const colon = this.at;
      if (text.charCodeAt(colon) !== COLON || colon - keyStart > maxKey) throw uncertain;
      this.at = colon + 1;
      this.flowSpace(parent);
      const value = this.flowValue(parent);
      this.entries.push({ key, keySpan: { start: keyStart, end: keyEnd }, value });
      this.flowSpace(parent);
      const unit = text.charCodeAt(this.at);
      if (unit === COMMA) this.at++;
      else if (unit !== CLOSE_MAP) throw uncertain;
    }
    this.at++;
    return { kind: 'map', start, end: this.at, entries: this.entries.splice(from), flow: true };
  }

  protected flowList(parent: number): Node {
    const text = this.text;
    const start = this.at++;
    const from = this.items.length;
    for (;;) {
      this.flowSpace(parent);
      if (text.charCodeAt(this.at) === CLOSE_LIST) break;
      this.items.push(this.flowValue(parent));
      this.flowSpace(parent);
      const unit = text.charCodeAt(this.at);
      if (unit === COMMA) this.at++;
      else if (unit !== CLOSE_LIST) throw uncertain;
    }
    this.at++;
    return { kind: 'list', start, end: this.at, items: this.items.splice(from), flow: true };
  }

  protected flowValue(parent: number): Node {
    const text = this.text;
    const start = this.at;
    const unit = text.charCodeAt(start);
    if (unit === OPEN_MAP || unit === OPEN_LIST) return this.flow(parent);
    if (unit === DOUBLE || unit === SINGLE) return this.quoted(parent);
    if (unit === COLON || unit === QUESTION || !this.startsPlain(start, unit)) throw uncertain;
    const end = this.flowPlainEnd();
    if (text.charCodeAt(this.at) === COLON) throw uncertain;
    this.last = end;
    return makeScalar(start, end, finite(resolvePlain(text.slice(start, end))), 'plain');
  }

  /** Reads a single-line plain scalar inside a flow collection; leaves `at` at its terminator. */
  protected flowPlainEnd(): number {
    const text = this.text;
    let at = this.at;
    let end = at;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === COMMA || unit === CLOSE_MAP || unit === CLOSE_LIST || unit === LF || unit === CR) break;
      if (unit === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === LF || next === CR) break;
        if (next === COMMA || next === CLOSE_MAP || next === CLOSE_LIST || next === OPEN_MAP || next === OPEN_LIST)
          throw uncertain;
      } else if (unit === QUESTION || unit === OPEN_MAP || unit === OPEN_LIST || unit === TAB || unit === HASH) {
        throw uncertain;
      }
      at++;
      if (unit !== SPACE) end = at;
    }
    this.at = at;
    return end;
  }

  /**
   * Skips blanks, line breaks and comments inside a flow collection. Lines must be indented deeper than the parent;
   * only the last bracket may be directly below it.
   */
  protected flowSpace(parent: number): void {
    const text = this.text;
    let at = this.at;
    let lineStart = -1;
    let unit = text.charCodeAt(at);
    while (unit === SPACE || unit === LF || unit === CR || (unit === HASH && this.isGap(at - 1))) {
      if (unit === HASH) at = text.indexOf('\n', at) - 1;
      else if (unit === LF) lineStart = at + 1;
      unit = text.charCodeAt(++at);
    }
    if (at >= this.end || unit === TAB || unit === HASH) throw uncertain;
    if (at === lineStart && text.startsWith('...', at)) throw uncertain;
    if (lineStart >= 0 && at - lineStart <= parent) {
      const last = this.flows === 1 && (unit === CLOSE_MAP || unit === CLOSE_LIST);
      if (!last || at - lineStart < parent) throw uncertain;
    }
    this.at = at;
  }
}
