import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../../text/span.ts';
import type { SyntaxFix, SyntaxProblem } from '../manifest.ts';
import type { MapEntry, Node, ScalarStyle, ScalarValue } from '../node.ts';
import { excessiveAlias } from './aliasBound.ts';
import { controlCharacter, isAnchorName, isHarmless, untilDocumentEnd } from './dialect.ts';
import { copiedWithin } from './explain/copied.ts';
import { badStartFault, explainErrors, unknownEscape } from './explain/explain.ts';
import { type Fault, finalFault, quoted } from './explain/fault.ts';
import { slashComment } from './explain/flowFaults.ts';
import { misreadTabs, tab } from './explain/tabs.ts';
import { joinLines } from './joinLines.ts';
import { maxServerDepth, nestsTooDeeply } from './nesting.ts';
import { parseYaml } from './parseYaml.ts';
import { keyOf, resolvePlain, resolveTagged } from './resolveScalar.ts';
import { blockText, doubleText, foldLines, tabIndented } from './scalarText.ts';
import { itemWithColon, keyWithColon } from './textWithColon.ts';

/** The result of a reader for one document. */
export interface ReadDocument {
  readonly root: Node | undefined;
  readonly problems: readonly SyntaxProblem[];
}

/**
 * The maximum size of a document: the `yaml` package takes some 150 bytes of memory and some microseconds per character,
 * and no API server accepts a request of more than 3 MiB (`MaxRequestBodyBytes` in `pkg/server/config.go` of
 * k8s.io/apiserver).
 */
const longest = 3 * 1024 * 1024;

/** For longer documents, the beginning is read first: faults there need no complete read. */
const longBeginning = 128 * 1024;

/** The maximum number of reported problems. */
const maxProblems = 20;

/** Reads any document through the `yaml` package, in bounds. `start` and `end` bound it in `text`. Does not throw. */
export function readFull(text: string, start: number, end: number): ReadDocument {
  if (end - start > longBeginning) {
    // Cutting affects only the end: brackets and quotes that are open there.
    const certain = start + longBeginning / 2;
    const lineEnd = text.lastIndexOf('\n', start + longBeginning) + 1;
    const cut = lineEnd > certain ? lineEnd : start + longBeginning;
    const { problems } = new FullReader(text, start, cut, certain - start).read();
    const inBeginning = problems.filter(({ span }) => span.start < certain);
    if (inBeginning.length > 0) return { root: undefined, problems: inBeginning };
    if (end - start > longest) return { root: undefined, problems: [tooLong(start, end)] };
  }
  return new FullReader(text, start, end).read();
}

function tooLong(start: number, end: number): SyntaxProblem {
  const message = 'it is longer than 3 MiB and slow to read';
  return { message, remedy: 'Split it.', span: { start, end }, isOurs: true };
}

/** A converted value with the span where it is written, which for an alias differs from the span of the value. */
interface ConvertedNode {
  readonly node: Node;
  readonly written: Span;
  readonly alias: boolean;
}

class FullReader {
  readonly #start: number;
  readonly #certain: number;
  readonly #end: number;
  /** The document's text with line breaks that only YAML 1.1 knows written as LF; offsets are the same. */
  readonly #source: string;
  readonly #problems: SyntaxProblem[] = [];
  /** Not-a-number may be a key, which is a string, but no value. */
  #inKey = false;
  /** How many flow collections are around. */
  #flows = 0;
  readonly #anchors = new Map<string, Node>();

  /** @param certain for the beginning of a document: the offset up to which faults are certain. */
  constructor(text: string, start: number, end: number, certain = Number.POSITIVE_INFINITY) {
    this.#certain = certain;
    this.#start = start;
    this.#end = end;
    const source = text.slice(start, end).replace(/\r(?!\n)|\x85/g, '\n');
    this.#source = untilDocumentEnd(source);
  }

  read(): ReadDocument {
    const control = controlCharacter(this.#source);
    if (control !== undefined) {
      const at = this.#start + control;
      this.#problem(
        'a control character is not allowed in YAML',
        'Remove it, or write it as an escape in double quotes.',
        {
          start: at,
          end: at + 1,
        },
      );
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
    const span = { start: this.#start, end: this.#end };
    const isRefused = nestsTooDeeply(this.#source, maxServerDepth);
    const message = isRefused ? `the document is nested more than ${maxServerDepth} deep` : 'it is nested very deeply';
    this.#problems.push({ message, remedy: 'Split it.', span, ...(isRefused ? {} : { isOurs: true }) });
    return this.#refused();
  }

  #parse(): ReadDocument {
    let document = parseYaml(this.#source);
    if (hasErrors(document.errors, this.#source)) {
      const joined = joinLines(this.#source);
      const again = joined === this.#source ? document : parseYaml(joined);
      if (!hasErrors(again.errors, this.#source)) document = again;
    }
    const errors = document.errors.filter((error) => !isHarmless(error, this.#source));
    if (errors.some(({ message }) => message.startsWith('Maximum call stack'))) return this.#tooDeep();
    const early = errors.filter(({ pos: [at] }) => at < this.#certain);
    // Delimiters that are open at the cut are not faults.
    if (errors.length > 0 && early.length === 0) return this.#refused();
    for (const fault of explainErrors(early, this.#source, document)) this.#fault(fault);
    if (errors.length === 0) for (const fault of misreadTabs(this.#source, document)) this.#fault(fault);
    if (this.#problems.length > 0) return this.#refused();
    const alias = excessiveAlias(document.contents);
    if (alias !== undefined) {
      this.#problem(
        'the document contains excessive aliasing',
        'Write the values out instead of using aliases.',
        this.#range(alias),
      );
      return this.#refused();
    }
    const root = this.#value(document.contents, this.#start).node;
    return this.#problems.length > 0 ? this.#refused() : { root, problems: [] };
  }

  #refused(): ReadDocument {
    return { root: undefined, problems: this.#problems };
  }

  #problem(message: string, remedy: string, span: Span, fix?: SyntaxFix): void {
    if (this.#problems.length >= maxProblems) return;
    this.#problems.push(fix === undefined ? { message, remedy, span } : { message, remedy, span, fix });
  }

  #fault({ message, remedy, start, end, edit }: Fault): void {
    const from = this.#start + Math.min(start, this.#source.length);
    const to = Math.min(this.#start + Math.max(end, start + 1), this.#end);
    const fix = edit && { ...edit, start: this.#start + edit.start, end: Math.min(this.#start + edit.end, this.#end) };
    this.#problem(message, remedy, { start: Math.min(from, to), end: to }, fix);
  }

  #anchor(name: string | undefined, node: Node): void {
    if (name === undefined) return;
    this.#anchors.set(name, node);
    if (isAnchorName(name)) return;
    const from = node.start - this.#start;
    // The anchor of an absent value is after the position.
    const isAhead = /^\s*(?:!\S*\s+)?&/.test(this.#source.slice(from, from + 2000));
    const at = isAhead ? this.#source.indexOf('&', from) : Math.max(0, this.#source.lastIndexOf(`&${name}`, from));
    this.#fault(badStartFault(this.#source, at));
  }

  /** `at`: the position of an absent value. */
  #value(value: unknown, at: number): ConvertedNode {
    if (isAlias(value)) return this.#alias(value);
    if (isScalar(value)) return this.#scalar(value, at);
    if (isMap(value)) return this.#map(value);
    if (isSeq(value)) return this.#list(value);
    const node: Node = { kind: 'scalar', start: at, end: at, value: null, style: 'plain' };
    return { node, written: node, alias: false };
  }

  #alias(alias: Alias): ConvertedNode {
    const written = this.#range(alias);
    const node = this.#anchors.get(alias.source);
    if (node !== undefined) return { node, written, alias: true };
    if (isAnchorName(alias.source)) {
      const remedy = 'Set the anchor above it, or put the value in quotes.';
      this.#problem(`no anchor "${alias.source}" comes before this alias`, remedy, written);
    } else this.#fault(badStartFault(this.#source, written.start - this.#start));
    return { node: { kind: 'scalar', ...written, value: null, style: 'plain' }, written, alias: true };
  }

  #scalar(scalar: Scalar, at: number): ConvertedNode {
    const style = styles.get(scalar.type ?? 'PLAIN') ?? 'plain';
    let written = this.#range(scalar);
    if (style === 'literal' || style === 'folded') written = this.#blockSpan(written);
    else if (style === 'plain' && written.start === written.end && scalar.tag === undefined) {
      written = { start: at, end: at };
    }
    const text = this.#scalarText(scalar, style);
    if (style === 'plain' && this.#flows > 0 && (text.includes('?') || text.startsWith(':'))) {
      const what = 'unquoted text between brackets contains "?" or begins with ":"';
      this.#problem(what, 'Put it in quotes.', written);
    }
    const value = this.#resolve(scalar, text, style, written);
    const node: Node = { kind: 'scalar', start: written.start, end: written.end, value, style };
    this.#anchor(scalar.anchor, node);
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
      this.#fault(unknownEscape(this.#source, start));
      return '';
    }
    if (style === 'single') {
      const text = raw.slice(1, -1);
      return (text.includes('\n') ? foldLines(text) : text).replaceAll("''", "'");
    }
    if (tabIndented(raw)) {
      const at = raw.search(/^ *\t/m);
      this.#fault(tab(this.#source, this.#source.indexOf('\t', start + at)));
    }
    return blockText(raw) ?? (typeof scalar.value === 'string' ? scalar.value : '');
  }

  #resolve(scalar: Scalar, text: string, style: ScalarStyle, written: Span): ScalarValue {
    let value: ScalarValue | undefined;
    if (scalar.tag === undefined) value = style === 'plain' ? resolvePlain(text) : text;
    else value = resolveTagged(scalar.tag, text);
    if (value === undefined) {
      const what = `${quoted(text)} is not a value of the type that its tag names`;
      this.#problem(what, 'Remove the tag, or write such a value.', written);
      return null;
    }
    if (typeof value === 'number' && !Number.isFinite(value) && !this.#inKey) {
      const what = `JSON, which Kubernetes turns YAML into, has no number for ${text}`;
      this.#problem(what, 'Put it in quotes if it is text.', written);
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

  #list(list: YAMLSeq): ConvertedNode {
    const range = this.#range(list);
    const items: Node[] = [];
    const flow = list.flow === true;
    if (flow) this.#flows++;
    let end = range.start;
    const token = list.srcToken;
    list.items.forEach((item, index) => {
      const indicator =
        token?.type === 'block-seq'
          ? token.items[index]?.start.find((sourceToken) => sourceToken.type === 'seq-item-ind')
          : undefined;
      const at = indicator === undefined ? end : this.#start + indicator.offset + 1;
      const placed = this.#value((flow ? itemWithColon(item, this.#source) : undefined) ?? item, at);
      items.push(placed.node);
      end = Math.max(end, placed.written.end);
    });
    if (flow) this.#flows--;
    const node: Node = { kind: 'list', start: range.start, end: flow ? range.end : end, items, flow };
    this.#anchor(list.anchor, node);
    return { node, written: node, alias: false };
  }

  #map(map: YAMLMap): ConvertedNode {
    const range = this.#range(map);
    const entries: MapEntry[] = [];
    const flow = map.flow === true;
    if (flow) this.#flows++;
    let end = range.start;
    for (const pair of map.items) end = Math.max(end, this.#entry(pair, entries));
    if (flow) this.#flows--;
    const node: Node = { kind: 'map', start: range.start, end: flow ? range.end : end, entries, flow };
    this.#anchor(map.anchor, node);
    return { node, written: node, alias: false };
  }

  /** Adds the entries that a pair makes and returns where the pair ends. */
  #entry(pair: Pair, entries: MapEntry[]): number {
    const token = pair.srcToken;
    const colon = token?.sep?.find((sourceToken) => sourceToken.type === 'map-value-ind');
    const at = colon === undefined ? this.#end : this.#start + colon.offset + 1;
    this.#inKey = true;
    const withColon = this.#flows === 0 ? undefined : keyWithColon(pair, this.#source);
    const key = this.#value(withColon ?? pair.key, at);
    this.#inKey = false;
    if (colon !== undefined && withColon === undefined) this.#checkColon(pair, key.written, colon.offset);
    const absent = colon === undefined ? key.written.end : at;
    const value = this.#value(pair.value, absent);
    const name = key.node.kind === 'scalar' ? keyOf(key.node.value) : undefined;
    if (name === undefined && colon !== undefined && key.node.start === key.node.end) {
      const sign = { start: this.#start + colon.offset, end: this.#start + colon.offset + 1 };
      this.#problem('there is no key before this colon', 'Write the key before it.', sign);
    } else if (name === undefined) {
      const remedy = 'Put the key in quotes; also a placeholder in braces or brackets.';
      this.#problem('only text, numbers and booleans can be keys', remedy, key.written);
    } else if (name === '<<' && key.node.kind === 'scalar' && key.node.style === 'plain') {
      this.#merge(value, entries);
    } else {
      const entry = { key: name, keySpan: { start: key.written.start, end: key.written.end }, value: value.node };
      entries.push(value.alias ? { ...entry, alias: value.written } : entry);
    }
    return Math.max(absent, value.written.end);
  }

  /** The requirements of YAML 1.1 on `key:` beyond YAML 1.2. */
  #checkColon(pair: Pair, key: Span, colon: number): void {
    const explicit = pair.srcToken?.start.some((sourceToken) => sourceToken.type === 'explicit-key-ind') === true;
    const span = { start: key.start, end: this.#start + colon + 1 };
    if (!explicit && this.#source.slice(key.start - this.#start, colon).includes('\n')) {
      const written = { start: key.start - this.#start, end: colon + 1 };
      const onLines = finalFault(
        written,
        'a key and its colon are on different lines',
        'Write both on one line, or add the missing comma.',
      );
      const { start } = written;
      this.#fault(slashComment(this.#source, start) ?? copiedWithin(this.#source, written) ?? onLines);
    }
    const plain = isScalar(pair.key) && pair.key.type === 'PLAIN' && key.end > key.start;
    if (plain && !/\s/.test(this.#source.charAt(colon + 1))) {
      this.#problem('a space is missing after the colon of this key', 'Add a space.', span);
    }
  }

  #merge(value: ConvertedNode, entries: MapEntry[]): void {
    const sources = value.node.kind === 'list' ? [...value.node.items].reverse() : [value.node];
    for (const source of sources) {
      if (source.kind === 'map') for (const entry of source.entries) entries.push({ ...entry, merged: true });
      else if (!this.#isUnknownAlias(source)) {
        const remedy = 'Name the anchor of a map, or remove the key.';
        this.#problem('a merge key "<<" takes a map or a list of maps', remedy, value.written);
      }
    }
  }

  /** Whether a node is an alias without an anchor, which is reported. */
  #isUnknownAlias({ kind, start }: Node): boolean {
    return kind === 'scalar' && this.#source.charAt(start - this.#start) === '*';
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

function hasErrors(errors: readonly YAMLParseError[], source: string): boolean {
  return errors.some((error) => !isHarmless(error, source));
}
