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
  type YAMLParseError,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../../text/span.ts';
import type { SyntaxProblem } from '../manifest.ts';
import type { MapEntry, Node, ScalarStyle, ScalarValue } from '../node.ts';
import { excessiveAlias } from './aliasBound.ts';
import { joinLines } from './joinLines.ts';
import { nestsTooDeeply } from './nesting.ts';
import { keyOf, resolvePlain, resolveTagged } from './resolveScalar.ts';
import { blockText, doubleText, foldLines, tabIndented } from './scalarText.ts';
import { unfinishedStart } from './unfinished.ts';

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

const tooDeep = 'The document is nested too deeply';

const options = {
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: true,
  logLevel: 'silent',
} as const;

class FullReader {
  readonly #start: number;
  readonly #end: number;
  /** The document's text with line breaks that only YAML 1.1 knows written as LF; offsets are the same. */
  readonly #source: string;
  readonly #problems: SyntaxProblem[] = [];
  /** Not-a-number may be a key, which is a string, but no value. */
  #inKey = false;
  /** How many flow collections are around. */
  #flows = 0;
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
      this.#problem('Control characters are not allowed in YAML', { start: at, end: at + 1 });
      return this.#refused();
    }
    if (nestsTooDeeply(this.#source)) return this.#tooDeep();
    try {
      return this.#parse();
    } catch (thrown) {
      // Thousands of nested brackets exhaust the stack of the package's composer.
      if (!(thrown instanceof RangeError)) throw thrown;
      return this.#tooDeep();
    }
  }

  #tooDeep(): ReadDocument {
    this.#problem(tooDeep, { start: this.#start, end: this.#end });
    return this.#refused();
  }

  #parse(): ReadDocument {
    let document = parseDocument(this.#source, options);
    if (hasErrors(document.errors)) {
      const joined = joinLines(this.#source);
      const again = joined === this.#source ? document : parseDocument(joined, options);
      if (!hasErrors(again.errors)) document = again;
    }
    for (const error of document.errors) {
      if (isHarmless(error)) continue;
      const message = error.message.startsWith('Maximum call stack') ? tooDeep : error.message;
      const open = unfinishedStart(document, this.#source, error.pos[0]);
      const [from, to] = open === undefined ? error.pos : [open, open + 1];
      this.#problem(message, { start: this.#start + from, end: this.#start + to });
    }
    if (this.#problems.length > 0) return this.#refused();
    const alias = excessiveAlias(document.contents);
    if (alias !== undefined) {
      this.#problem('The document contains excessive aliasing', this.#range(alias));
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
    this.#problem(`No anchor "${alias.source}" stands before this alias`, written);
    return { node: { kind: 'scalar', ...written, value: null, style: 'plain' }, written, alias: true };
  }

  #scalar(scalar: Scalar, at: number): Placed {
    const style = styles.get(scalar.type ?? 'PLAIN') ?? 'plain';
    let written = this.#range(scalar);
    if (style === 'literal' || style === 'folded') written = this.#blockSpan(written);
    else if (style === 'plain' && written.start === written.end && scalar.tag === undefined) {
      written = { start: at, end: at };
    }
    const text = this.#scalarText(scalar, style);
    if (style === 'plain' && this.#flows > 0 && (text.includes('?') || text.startsWith(':'))) {
      this.#problem('Between brackets, text with "?" or a leading ":" must stand in quotes', written);
    }
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
      this.#problem('There is an escape between the quotes that YAML 1.1 does not know', this.#range(scalar));
      return '';
    }
    if (style === 'single') {
      const text = raw.slice(1, -1);
      return (text.includes('\n') ? foldLines(text) : text).replaceAll("''", "'");
    }
    if (tabIndented(raw)) this.#problem('A tab stands where a block scalar is indented', this.#range(scalar));
    return blockText(raw) ?? (typeof scalar.value === 'string' ? scalar.value : '');
  }

  #resolve(scalar: Scalar, text: string, style: ScalarStyle, written: Span): ScalarValue {
    let value: ScalarValue | undefined;
    if (scalar.tag === undefined) value = style === 'plain' ? resolvePlain(text) : text;
    else value = resolveTagged(scalar.tag, text);
    if (value === undefined) {
      this.#problem(`"${text.slice(0, 40)}" cannot be read as the type that its tag names`, written);
      return null;
    }
    if (typeof value === 'number' && !Number.isFinite(value) && !this.#inKey) {
      this.#problem(`JSON, which Kubernetes turns YAML into, has no number for ${text}`, written);
    }
    return value;
  }

  /** From the indicator to the last character that is not white space; comments of the header do not count. */
  #blockSpan({ start, end }: Span): Span {
    const raw = this.#source.slice(start - this.#start, end - this.#start);
    const body = raw.indexOf('\n');
    if (body >= 0 && raw.slice(body).trim() !== '') return { start, end: start + raw.trimEnd().length };
    return { start, end: start + (/^[|>][-+0-9]*/.exec(raw)?.[0].length ?? 0) };
  }

  #list(list: YAMLSeq): Placed {
    const range = this.#range(list);
    const items: Node[] = [];
    const flow = list.flow === true;
    if (flow) this.#flows++;
    let end = range.start;
    const token = list.srcToken;
    list.items.forEach((item, index) => {
      const indicator =
        token?.type === 'block-seq' ? token.items[index]?.start.find((one) => one.type === 'seq-item-ind') : undefined;
      const placed = this.#value(item, indicator === undefined ? end : this.#start + indicator.offset + 1);
      items.push(placed.node);
      end = Math.max(end, placed.written.end);
    });
    if (flow) this.#flows--;
    const node: Node = { kind: 'list', start: range.start, end: flow ? range.end : end, items, flow };
    if (list.anchor !== undefined) this.#anchors.set(list.anchor, node);
    return { node, written: node, alias: false };
  }

  #map(map: YAMLMap): Placed {
    const range = this.#range(map);
    const entries: MapEntry[] = [];
    const flow = map.flow === true;
    if (flow) this.#flows++;
    let end = range.start;
    for (const pair of map.items) end = Math.max(end, this.#entry(pair, entries));
    if (flow) this.#flows--;
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
    if (colon !== undefined) this.#checkColon(pair, key.written, colon.offset);
    const absent = colon === undefined ? key.written.end : at;
    const value = this.#value(pair.value, absent);
    const name = key.node.kind === 'scalar' ? keyOf(key.node.value) : undefined;
    if (name === undefined) {
      this.#problem('Only strings, numbers and booleans can be keys in Kubernetes', key.written);
    } else if (name === '<<' && key.node.kind === 'scalar' && key.node.style === 'plain') {
      this.#merge(value, entries);
    } else {
      const entry = { key: name, keySpan: { start: key.written.start, end: key.written.end }, value: value.node };
      entries.push(value.alias ? { ...entry, alias: value.written } : entry);
    }
    return Math.max(absent, value.written.end);
  }

  /** What YAML 1.1 asks of `key:` beyond YAML 1.2. */
  #checkColon(pair: Pair, key: Span, colon: number): void {
    const explicit = pair.srcToken?.start.some((one) => one.type === 'explicit-key-ind') === true;
    const span = { start: key.start, end: this.#start + colon + 1 };
    if (!explicit && this.#source.slice(key.start - this.#start, colon).includes('\n')) {
      this.#problem('A key and its colon must stand on one line', span);
    }
    const plain = isScalar(pair.key) && pair.key.type === 'PLAIN' && key.end > key.start;
    if (plain && !/\s/.test(this.#source.charAt(colon + 1))) {
      this.#problem('A blank must follow the colon behind a key without quotes', span);
    }
  }

  #merge(value: Placed, entries: MapEntry[]): void {
    const sources = value.node.kind === 'list' ? [...value.node.items].reverse() : [value.node];
    for (const source of sources) {
      if (source.kind === 'map') for (const entry of source.entries) entries.push({ ...entry, merged: true });
      else this.#problem('A merge key "<<" wants a map or a list of maps', value.written);
    }
  }

  #range(node: { readonly range?: readonly [number, number, number] | null }): Span {
    const range = node.range;
    return range
      ? { start: this.#start + range[0], end: this.#start + range[1] }
      : { start: this.#start, end: this.#start };
  }
}

const styles: ReadonlyMap<string, ScalarStyle> = new Map([
  ['PLAIN', 'plain'],
  ['QUOTE_SINGLE', 'single'],
  ['QUOTE_DOUBLE', 'double'],
  ['BLOCK_LITERAL', 'literal'],
  ['BLOCK_FOLDED', 'folded'],
]);

/** What YAML 1.2 minds and Kubernetes' reader does not: further documents, which it ignores, and `"a"#comment`. */
function isHarmless(error: YAMLParseError): boolean {
  return error.code === 'MULTIPLE_DOCS' || (error.code === 'MISSING_CHAR' && error.message.startsWith('Comments must'));
}

function hasErrors(errors: readonly YAMLParseError[]): boolean {
  return errors.some((error) => !isHarmless(error));
}

/** The offset of the first character that go-yaml's reader refuses. */
function controlCharacter(text: string): number | undefined {
  const at = text.search(/[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  return at < 0 ? undefined : at;
}
