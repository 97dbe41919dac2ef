import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../text/span.ts';
import { excessiveAlias } from './aliasBound.ts';
import type { SyntaxProblem } from './manifest.ts';
import type { MapEntry, Node, ScalarStyle, ScalarValue } from './node.ts';
import { keyOf, resolvePlain, resolveTagged } from './resolveScalar.ts';
import { blockText, doubleText, foldLines } from './scalarText.ts';

/** What a reader makes of one document. */
export interface ReadDocument {
  readonly root: Node | undefined;
  readonly problems: readonly SyntaxProblem[];
}

/** Reads any document through the `yaml` package. `start` and `end` bound it in `text`. Does not throw. */
export function readFull(text: string, start: number, end: number): ReadDocument {
  return new FullReader(text, start, end).read();
}

/** A converted value with the place where it is written, which for an alias is not where the value stands. */
interface Placed {
  readonly node: Node;
  readonly written: Span;
  readonly alias: boolean;
}

class FullReader {
  readonly #start: number;
  readonly #end: number;
  /** The document's text with line breaks that only YAML 1.1 knows written as LF; offsets are the same. */
  readonly #source: string;
  readonly #problems: SyntaxProblem[] = [];
  /** Not-a-number may be a key, which is a string, but no value. */
  #inKey = false;
  readonly #anchors = new Map<string, Node>();

  constructor(text: string, start: number, end: number) {
    this.#start = start;
    this.#end = end;
    this.#source = text.slice(start, end).replace(/\r(?!\n)|\x85/g, '\n');
  }

  read(): ReadDocument {
    const control = controlCharacter(this.#source);
    if (control !== undefined) {
      const at = this.#start + control;
      this.#problem('Control characters are not allowed in YAML.', { start: at, end: at + 1 });
      return this.#refused();
    }
    try {
      return this.#parse();
    } catch (thrown) {
      // Thousands of nested brackets exhaust the stack of the package's composer.
      if (!(thrown instanceof RangeError)) throw thrown;
      this.#problem('The document is nested too deeply.', { start: this.#start, end: this.#end });
      return this.#refused();
    }
  }

  #parse(): ReadDocument {
    const document = parseDocument(this.#source, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      keepSourceTokens: true,
      logLevel: 'silent',
    });
    for (const error of document.errors) {
      if (error.code === 'MULTIPLE_DOCS') continue;
      this.#problem(error.message, { start: this.#start + error.pos[0], end: this.#start + error.pos[1] });
    }
    if (this.#problems.length > 0) return this.#refused();
    const alias = excessiveAlias(document.contents);
    if (alias !== undefined) {
      this.#problem('The document contains excessive aliasing.', this.#range(alias));
      return this.#refused();
    }
    const root = this.#value(document.contents, this.#start).node;
    return this.#problems.length > 0 ? this.#refused() : { root, problems: [] };
  }

  #refused(): ReadDocument {
    return { root: undefined, problems: this.#problems };
  }

  #problem(message: string, span: Span): void {
    this.#problems.push({ message, span });
  }

  /** `at`: where an absent value would stand. */
  #value(value: unknown, at: number): Placed {
    if (isAlias(value)) return this.#alias(value);
    if (isScalar(value)) return this.#scalar(value, at);
    if (isMap(value)) return this.#map(value);
    if (isSeq(value)) return this.#list(value);
    const node: Node = { kind: 'scalar', start: at, end: at, value: null, style: 'plain' };
    return { node, written: node, alias: false };
  }

  #alias(alias: Alias): Placed {
    const written = this.#range(alias);
    const node = this.#anchors.get(alias.source);
    if (node !== undefined) return { node, written, alias: true };
    this.#problem(`No anchor "${alias.source}" stands before this alias.`, written);
    return { node: { kind: 'scalar', ...written, value: null, style: 'plain' }, written, alias: true };
  }

  #scalar(scalar: Scalar, at: number): Placed {
    const style = styles.get(scalar.type ?? 'PLAIN') ?? 'plain';
    let written = this.#range(scalar);
    if (style === 'literal' || style === 'folded') written = { start: written.start, end: this.#trimEnd(written) };
    else if (style === 'plain' && written.start === written.end && scalar.tag === undefined) {
      written = { start: at, end: at };
    }
    const text = this.#scalarText(scalar, style);
    const value = this.#resolve(scalar, text, style, written);
    const node: Node = { kind: 'scalar', start: written.start, end: written.end, value, style };
    if (scalar.anchor !== undefined) this.#anchors.set(scalar.anchor, node);
    return { node, written, alias: false };
  }

  /** The text of a scalar before it is resolved, folded as go-yaml folds it. */
  #scalarText(scalar: Scalar, style: ScalarStyle): string {
    const [start, end] = scalar.range ?? [0, 0];
    const raw = this.#source.slice(start, end);
    if (style === 'plain') return raw.includes('\n') ? foldLines(raw) : raw;
    if (style === 'double') {
      const text = doubleText(raw.slice(1, -1));
      if (text !== undefined) return text;
      this.#problem('There is an escape between the quotes that YAML 1.1 does not know.', this.#range(scalar));
      return '';
    }
    if (style === 'single') {
      const text = raw.slice(1, -1);
      return (text.includes('\n') ? foldLines(text) : text).replaceAll("''", "'");
    }
    return blockText(raw) ?? (typeof scalar.value === 'string' ? scalar.value : '');
  }

  #resolve(scalar: Scalar, text: string, style: ScalarStyle, written: Span): ScalarValue {
    let value: ScalarValue | undefined;
    if (scalar.tag === undefined) value = style === 'plain' ? resolvePlain(text) : text;
    else value = resolveTagged(scalar.tag, text);
    if (value === undefined) {
      this.#problem(`"${text.slice(0, 40)}" cannot be read as the type that its tag names.`, written);
      return null;
    }
    if (typeof value === 'number' && !Number.isFinite(value) && !this.#inKey) {
      this.#problem(`JSON, which Kubernetes turns YAML into, has no number for ${text}.`, written);
    }
    return value;
  }

  #trimEnd(span: Span): number {
    let end = span.end;
    while (end > span.start && isSpace(this.#source.charCodeAt(end - this.#start - 1))) end--;
    return end;
  }

  #list(list: YAMLSeq): Placed {
    const range = this.#range(list);
    const items: Node[] = [];
    let end = range.start;
    const token = list.srcToken;
    list.items.forEach((item, index) => {
      const indicator =
        token?.type === 'block-seq' ? token.items[index]?.start.find((one) => one.type === 'seq-item-ind') : undefined;
      const placed = this.#value(item, indicator === undefined ? end : this.#start + indicator.offset + 1);
      items.push(placed.node);
      end = Math.max(end, placed.written.end);
    });
    const flow = list.flow === true;
    const node: Node = { kind: 'list', start: range.start, end: flow ? range.end : end, items, flow };
    if (list.anchor !== undefined) this.#anchors.set(list.anchor, node);
    return { node, written: node, alias: false };
  }

  #map(map: YAMLMap): Placed {
    const range = this.#range(map);
    const entries: MapEntry[] = [];
    let end = range.start;
    for (const pair of map.items) end = Math.max(end, this.#entry(pair, entries));
    const flow = map.flow === true;
    const node: Node = { kind: 'map', start: range.start, end: flow ? range.end : end, entries, flow };
    if (map.anchor !== undefined) this.#anchors.set(map.anchor, node);
    return { node, written: node, alias: false };
  }

  /** Adds the entries that a pair makes and returns where the pair ends. */
  #entry(pair: Pair, entries: MapEntry[]): number {
    const token = pair.srcToken;
    const colon = token?.sep?.find((one) => one.type === 'map-value-ind');
    const at = colon === undefined ? this.#end : this.#start + colon.offset + 1;
    this.#inKey = true;
    const key = this.#value(pair.key, at);
    this.#inKey = false;
    const absent = colon === undefined ? key.written.end : at;
    const value = this.#value(pair.value, absent);
    const name = key.node.kind === 'scalar' ? keyOf(key.node.value) : undefined;
    if (name === undefined) {
      this.#problem('Only strings, numbers and booleans can be keys in Kubernetes.', key.written);
    } else if (name === '<<' && key.node.kind === 'scalar' && key.node.style === 'plain') {
      this.#merge(value, entries);
    } else {
      const entry = { key: name, keySpan: { start: key.written.start, end: key.written.end }, value: value.node };
      entries.push(value.alias ? { ...entry, alias: value.written } : entry);
    }
    return Math.max(absent, value.written.end);
  }

  #merge(value: Placed, entries: MapEntry[]): void {
    const sources = value.node.kind === 'list' ? [...value.node.items].reverse() : [value.node];
    for (const source of sources) {
      if (source.kind === 'map') for (const entry of source.entries) entries.push({ ...entry, merged: true });
      else this.#problem('A merge key "<<" wants a map or a list of maps.', value.written);
    }
  }

  #range(node: { readonly range?: readonly [number, number, number] | null }): Span {
    const range = node.range;
    return range
      ? { start: this.#start + range[0], end: this.#start + range[1] }
      : { start: this.#start, end: this.#start };
  }
}

function isSpace(unit: number): boolean {
  return unit === 10 || unit === 32 || unit === 13 || unit === 9;
}

const styles: ReadonlyMap<string, ScalarStyle> = new Map([
  ['PLAIN', 'plain'],
  ['QUOTE_SINGLE', 'single'],
  ['QUOTE_DOUBLE', 'double'],
  ['BLOCK_LITERAL', 'literal'],
  ['BLOCK_FOLDED', 'folded'],
]);

/** The offset of the first character that go-yaml's reader refuses. */
function controlCharacter(text: string): number | undefined {
  const at = text.search(/[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  return at < 0 ? undefined : at;
}
