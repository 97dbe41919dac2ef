import type { Span } from '../../text/span.ts';
import type { SyntaxProblem } from '../manifest.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode, ScalarValue } from '../node.ts';

/** A JSON text in a file, with its end. */
export interface JsonText {
  readonly root: Node;
  readonly end: number;
}

/**
 * Reads one JSON value from `start` on, as Go's `encoding/json` does; anything may follow it. Returns the problem
 * instead if it is not JSON, or nested more than {@link maxJsonDepth} deep.
 */
export function readJson(text: string, start: number): JsonText | SyntaxProblem {
  const reader = new JsonReader(text, start);
  try {
    const root = reader.value();
    return { root, end: reader.at };
  } catch (thrown) {
    if (thrown !== refused) throw thrown;
    return reader.problem();
  }
}

/** Deeper nesting than anything Kubernetes defines; it bounds the stack. */
export const maxJsonDepth = 1000;

const refused: unique symbol = Symbol('refused');

class JsonReader {
  readonly #text: string;
  at: number;
  #depth = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  problem(): SyntaxProblem {
    const span: Span = { start: Math.min(this.at, this.#text.length), end: Math.min(this.at + 1, this.#text.length) };
    const remedy = 'Fix the JSON; the server parses text that begins like JSON only as JSON.';
    if (this.#depth > maxJsonDepth)
      return { message: `the JSON is nested more than ${maxJsonDepth} deep`, remedy, span };
    const found = this.at < this.#text.length ? JSON.stringify(this.#text.charAt(this.at)) : 'the end of the file';
    return { message: `this is not JSON: ${found} is not allowed here`, remedy, span };
  }

  value(): Node {
    this.#space();
    switch (this.#text.charCodeAt(this.at)) {
      case 123:
        return this.#map();
      case 91:
        return this.#list();
      case 34:
        return this.#string();
      default:
        return this.#word();
    }
  }

  #space(): void {
    let unit = this.#text.charCodeAt(this.at);
    while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = this.#text.charCodeAt(++this.at);
  }

  /** Skips a required character. */
  #expect(unit: number): void {
    this.#space();
    if (this.#text.charCodeAt(this.at) !== unit) throw refused;
    this.at++;
  }

  /** After a member: whether another one follows. */
  #more(close: number): boolean {
    this.#space();
    const unit = this.#text.charCodeAt(this.at);
    if (unit !== 44 && unit !== close) throw refused;
    this.at++;
    return unit === 44;
  }

  /** Steps into a collection; whether it has members. */
  #open(close: number): boolean {
    if (++this.#depth > maxJsonDepth) throw refused;
    this.at++;
    this.#space();
    if (this.#text.charCodeAt(this.at) !== close) return true;
    this.at++;
    return false;
  }

  #map(): MapNode {
    const start = this.at;
    const entries: MapEntry[] = [];
    if (this.#open(125)) {
      do {
        this.#space();
        if (this.#text.charCodeAt(this.at) !== 34) throw refused;
        const keyStart = this.at;
        const key = this.#stringValue();
        const keySpan = { start: keyStart, end: this.at };
        this.#expect(58);
        entries.push({ key, keySpan, value: this.value() });
      } while (this.#more(125));
    }
    this.#depth--;
    return { kind: 'map', start, end: this.at, entries, flow: true };
  }

  #list(): ListNode {
    const start = this.at;
    const items: Node[] = [];
    if (this.#open(93)) {
      do items.push(this.value());
      while (this.#more(93));
    }
    this.#depth--;
    return { kind: 'list', start, end: this.at, items, flow: true };
  }

  #string(): ScalarNode {
    const start = this.at;
    const value = this.#stringValue();
    return { kind: 'scalar', start, end: this.at, value, style: 'double' };
  }

  #stringValue(): string {
    const text = this.#text;
    const start = this.at;
    let at = start + 1;
    let escaped = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 34) break;
      if (!(unit >= 32)) {
        this.at = at;
        throw refused;
      }
      if (unit === 92) {
        escaped = true;
        at++;
      }
      at++;
    }
    if (!escaped) {
      this.at = at + 1;
      return text.slice(start + 1, at);
    }
    try {
      const value: unknown = JSON.parse(text.slice(start, at + 1));
      this.at = at + 1;
      return typeof value === 'string' ? value : '';
    } catch {
      throw refused;
    }
  }

  #word(): ScalarNode {
    const start = this.at;
    const pattern = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = start;
    const word = pattern.exec(this.#text)?.[0];
    if (word === undefined) throw refused;
    this.at = start + word.length;
    return { kind: 'scalar', start, end: this.at, value: wordValue(word), style: 'plain' };
  }
}

function wordValue(word: string): ScalarValue {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  const number = Number(word);
  return Number.isSafeInteger(number) || /[.eE]/.test(word) ? number : BigInt(word);
}
