import type { Span } from '../../text/span.ts';
import { entryFor, type MapEntry, type MapNode, type Node } from '../node.ts';

/** Thrown to give up from any depth; never leaves `reconcile`. */
export const uncertain: unique symbol = Symbol('uncertain');

/** A member of a collection as written: a field, or an item with its prefix. */
export interface Child {
  /** Where the key, a block list's dash or a flow list's item begins, anchors and tags included. */
  readonly start: number;
  /** The offset after the colon or dash; for flow list items, their start. */
  readonly lead: number;
  readonly value: Node;
  /** The span where the value is written: for an alias, not that of the value. */
  readonly span: Span;
  readonly alias: boolean;
  readonly end: number;
}

/** The text that is reconciled, seen as lines, comments and members of collections. */
export class Source {
  readonly text: string;
  readonly lineBreak: string;
  readonly #children = new Map<Node, readonly Child[]>();

  constructor(text: string, root: Node) {
    this.text = text;
    const inside = text.indexOf('\n', root.start);
    const at = inside < 0 ? text.indexOf('\n') : inside;
    this.lineBreak = text.charAt(at - 1) === '\r' ? '\r\n' : '\n';
  }

  /** The start of an offset's line, after a byte order mark. */
  lineStart(offset: number): number {
    const start = offset === 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1;
    return start === 0 && this.text.startsWith('\uFEFF') ? Math.min(1, offset) : start;
  }

  /** Where the line of an offset ends, in front of its break. */
  lineEnd(offset: number): number {
    const at = this.text.indexOf('\n', offset);
    if (at < 0) return this.text.length;
    return at > offset && this.text.charAt(at - 1) === '\r' ? at - 1 : at;
  }

  /** The start of the next line; the end of the text after the last line. */
  nextLine(offset: number): number {
    const at = this.text.indexOf('\n', offset);
    return at < 0 ? this.text.length : at + 1;
  }

  /** Lines with the preceding break. */
  linesBehind({ start, end }: Span): Span {
    return { start: start === 0 ? start : this.lineEnd(this.lineStart(start - 1)), end };
  }

  /** Lines with the following break. */
  linesBefore({ start, end }: Span): Span {
    return { start, end: this.nextLine(end) };
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** How far the line of an offset is indented. */
  indentation(offset: number): number {
    const start = this.lineStart(offset);
    let at = start;
    while (this.text.charAt(at) === ' ') at++;
    return at - start;
  }

  /** The blanks, tabs included, that the line of an offset begins with. */
  pad(offset: number): string {
    const start = this.lineStart(offset);
    return this.text.slice(start, this.skip(start, /[ \t]*/y));
  }

  /** Whether only blanks precede it on the line. Gives up at anything except list item dashes. */
  ownLine(offset: number): boolean {
    const start = this.lineStart(offset);
    let at = start;
    while (at < offset && this.text.charCodeAt(at) === 32) at++;
    if (at === offset) return true;
    if (!/^ *(?:- +)+$/.test(this.text.slice(start, offset))) throw uncertain;
    return false;
  }

  /** Whether only a line break separates the first field of a block from its parent. */
  followsItsParent(offset: number): boolean {
    if (!this.ownLine(offset)) return true;
    const start = this.lineStart(offset);
    return start > 0 && /^[^#]*:\s*$/.test(this.text.slice(this.lineStart(start - 1), start));
  }

  /** The members of a collection in text order; those of a merge key are elsewhere. */
  children(node: Node): readonly Child[] {
    const known = this.#children.get(node);
    if (known !== undefined) return known;
    let children: readonly Child[] = [];
    if (node.kind === 'map') children = ownEntries(node).map((entry) => this.field(entry, node.flow));
    else if (node.kind === 'list')
      children = node.flow ? this.#flowItems(node.items, node.start) : this.#blockItems(node);
    this.#children.set(node, children);
    return children;
  }

  /** A field as written. */
  field(entry: MapEntry, flow: boolean): Child {
    const { keySpan, value, alias } = entry;
    const isNext = this.text.charCodeAt(keySpan.end) === 58;
    const lead = isNext ? keySpan.end + 1 : this.skip(keySpan.end, flow ? /\s*:/y : /[ \t]*:/y);
    if (lead === keySpan.end && !flow) throw uncertain;
    const span = alias ?? { start: value.start, end: value.end };
    if (span.start < keySpan.end) throw uncertain;
    return { start: keySpan.start, lead, value, span, alias: alias !== undefined, end: Math.max(lead, span.end) };
  }

  #blockItems({ start, ...list }: Node): readonly Child[] {
    if (!('items' in list)) return [];
    let at = start;
    return list.items.map((value) => {
      const dash = this.skip(at, /(?:\s|(?<=\s)#[^\n]*)*/y);
      if (this.text.charAt(dash) !== '-') throw uncertain;
      const child = this.#item(dash, dash + 1, value);
      at = child.end;
      return child;
    });
  }

  #flowItems(items: readonly Node[], start: number): readonly Child[] {
    let at = start + 1;
    return items.map((value) => {
      const begin = this.skip(at, /(?:[\s,]|(?<=[\s,[])#[^\n]*)*/y);
      const child = this.#item(begin, begin, value);
      at = child.end;
      return child;
    });
  }

  /** An item's value after its dash; values at earlier offsets are aliased. */
  #item(start: number, lead: number, value: Node): Child {
    if (value.start >= lead) {
      return { start, lead, value, span: { start: value.start, end: value.end }, alias: false, end: value.end };
    }
    const begin = this.skip(lead, /[ \t]*/y);
    const end = this.skip(begin, /\*[^\s,[\]{}]+/y);
    if (end === begin) throw uncertain;
    return { start, lead, value, span: { start: begin, end }, alias: true, end };
  }

  /** The end of a pattern at an offset; the offset itself if it does not match. */
  skip(from: number, pattern: RegExp): number {
    pattern.lastIndex = from;
    return pattern.exec(this.text) === null ? from : pattern.lastIndex;
  }

  /** The end of the last line of a block member, including its comment. Gives up at other content. */
  bodyEnd({ end, value, alias }: Pick<Child, 'end' | 'value' | 'alias'>): number {
    const last = alias ? undefined : lastLeaf(value);
    if (last?.kind === 'scalar' && (last.style === 'literal' || last.style === 'folded') && last.end === end) {
      return this.#blockScalarEnd(last);
    }
    const lineEnd = this.lineEnd(end);
    if (lineEnd > end && !/^[ \t]*(?:[&!][^\s]*[ \t]*)*(?:#.*)?$/.test(this.text.slice(end, lineEnd))) throw uncertain;
    return lineEnd;
  }

  /** A block scalar that keeps its final breaks includes the empty lines after it, and those with more indentation. */
  #blockScalarEnd({ start, end }: Span): number {
    const header = /^[|>]([-+0-9]*)/.exec(this.text.slice(start, start + 4))?.[1] ?? '';
    const body = this.skip(this.nextLine(start), /(?:[ \t]*\r?\n)*/y);
    const indent = /[0-9]/.test(header) ? 0 : this.indentation(Math.min(body, end));
    let found = this.lineEnd(end);
    let lineEnd = found;
    for (;;) {
      const next = this.nextLine(lineEnd);
      lineEnd = this.lineEnd(next);
      if (next >= this.text.length || this.skip(next, /[ \t]*/y) < lineEnd) return found;
      if (header.includes('+') || lineEnd - next > indent) found = lineEnd;
    }
  }

  /** The start of a block member with the comments directly above it. */
  leadStart(start: number): number {
    let at = this.lineStart(start);
    const mark = `${' '.repeat(start - at)}#`;
    while (at > 0) {
      const above = this.lineStart(at - 1);
      if (!this.text.startsWith(mark, above)) break;
      at = above;
    }
    return at;
  }

  /** Where a block member at a column ends with the comments below that are indented deeper than it. */
  afterEnd(child: Pick<Child, 'start' | 'end' | 'value' | 'alias'>, column = this.column(child.start)): number {
    let end = this.bodyEnd(child);
    for (;;) {
      const next = this.nextLine(end);
      const indent = this.indentation(next);
      if (next >= this.text.length || indent <= column || this.text.charAt(next + indent) !== '#') return end;
      end = this.lineEnd(next);
    }
  }

  /** The whole of a block member: the comments directly above it, its lines and the comments inside and below. */
  extent(child: Child): Span {
    const start = this.ownLine(child.start) ? this.leadStart(child.start) : child.start;
    return { start, end: this.afterEnd(child) };
  }

  /** The whole of a collection without its key or dash: in a block, unless `bare`, with the comments directly above it. */
  valueExtent(node: Node, bare = false): Span {
    if (node.kind === 'scalar' || node.flow) return { start: node.start, end: node.end };
    const above = bare ? this.lineStart(node.start) : this.leadStart(node.start);
    const start = this.ownLine(node.start) ? above : node.start;
    return { start, end: this.bodyEnd({ end: node.end, value: node, alias: false }) };
  }

  /** The column that a value's further lines are indented against: its key's or its dash's. */
  containerColumn(offset: number): number {
    const before = this.text.slice(this.lineStart(offset), offset);
    const lead = /^ *(?:- +)*/.exec(before)?.[0] ?? '';
    if (lead.length < before.length) return lead.length;
    return lead.includes('-') ? lead.lastIndexOf('-') : Math.max(0, lead.length - 1);
  }

  /** The comments between two offsets; `members` are the collections' members there, in order. */
  comments(start: number, end: number, members: readonly Pick<Child, 'start' | 'value' | 'span' | 'alias'>[]): Span[] {
    const found: Span[] = [];
    if (!mayHoldComment(this.text.slice(start, end))) return found;
    const covered: Covered[] = [];
    for (const member of members) {
      if (member.alias) covered.push({ ...member.span, block: false });
      else cover(member.value, covered);
    }
    let at = start;
    for (const item of covered) {
      if (item.start < at || item.end > end) continue;
      this.#commentsBetween(at, item.start, found);
      if (item.block) this.#headerComment(item, found);
      at = item.end;
    }
    this.#commentsBetween(at, end, found);
    return found;
  }

  #commentsBetween(start: number, end: number, found: Span[]): void {
    let at = this.text.indexOf('#', start);
    while (at >= 0 && at < end) {
      if (!/[\s"'\]}[{,:-]/.test(this.text.charAt(at - 1)) && at > 0) {
        at = this.text.indexOf('#', at + 1);
        continue;
      }
      const lineEnd = this.lineEnd(at);
      found.push({ start: at, end: lineEnd });
      at = this.text.indexOf('#', lineEnd);
    }
  }

  #headerComment({ start, end }: Span, found: Span[]): void {
    const lineEnd = this.lineEnd(start);
    if (lineEnd >= end) return;
    const comment = /^[|>][-+0-9]*[ \t]+(?=#)/.exec(this.text.slice(start, lineEnd));
    if (comment !== null) found.push({ start: start + comment[0].length, end: lineEnd });
  }
}

/** The entries that are written in a map itself. */
export function ownEntries(map: MapNode): readonly MapEntry[] {
  const { entries } = map;
  // Called for every map: without a closure.
  for (const entry of entries) if (entry.merged === true) return entries.filter((mapEntry) => !isMerged(mapEntry));
  return entries;
}

function isMerged({ merged }: MapEntry): boolean {
  return merged === true;
}

/** The last entry of a map's own; of the same name only the last one counts. */
export function counts(map: MapNode, entry: MapEntry): boolean {
  return entryFor(map, entry.key) === entry;
}

/** Whether a text may have anchors or aliases; lookalikes inside strings count too. */
export function hasAnchors(text: string): boolean {
  return (text.includes('&') || text.includes('*')) && /(^|[\s,[{])[&*]\w/.test(text);
}

/** Whether a stretch of text has a `#` where one could begin a comment. */
function mayHoldComment(text: string): boolean {
  return text.includes('#') && /(?:^|[\s"'\]}[{,:-])#/.test(text);
}

interface Covered extends Span {
  readonly block: boolean;
}

/** The spans of a value in which `#` begins no comment. */
function cover(node: Node, found: Covered[]): void {
  if (node.kind === 'scalar') {
    found.push({ start: node.start, end: node.end, block: node.style === 'literal' || node.style === 'folded' });
  } else if (node.kind === 'list') {
    for (const item of node.items) if (item.start >= node.start) cover(item, found);
  } else {
    for (const { keySpan, value, alias } of ownEntries(node)) {
      found.push({ ...keySpan, block: false });
      if (alias !== undefined) found.push({ ...alias, block: false });
      else cover(value, found);
    }
  }
}

function lastLeaf(node: Node): Node | undefined {
  let at: Node | undefined = node;
  while (at !== undefined && at.kind !== 'scalar' && !at.flow) {
    if (at.kind === 'list') at = at.items.at(-1);
    else {
      const last: MapEntry | undefined = at.entries.findLast((entry) => !isMerged(entry));
      at = last?.alias === undefined ? last?.value : undefined;
    }
  }
  return at;
}
