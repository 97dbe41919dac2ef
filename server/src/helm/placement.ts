import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../manifest/node.ts';
import { type OpenReads, openList, openMap, openText, openValue } from '../manifest/open.ts';
import type { Span } from '../text/span.ts';
import { blockHole, hasHole, inlineHole, type Layout, type Segment, wildHole } from './layout.ts';

/** The nodes of a layout, with their spans in the template, and open where the template is open. */
export class Placement {
  readonly #layout: Layout;
  readonly #doubt: OpenReads;
  readonly #placed = new Map<Node, PlacedNode>();
  readonly #regions = new Map<MapEntry | Node, number>();

  constructor(layout: Layout, doubt: OpenReads) {
    this.#layout = layout;
    this.#doubt = doubt;
  }

  /** The span in the template of a span of the layout. */
  span({ start, end }: Span): Span {
    if (end <= start) {
      const at = this.#endAt(start);
      return { start: at, end: at };
    }
    const first = this.#segment(start);
    const from = first?.at === undefined ? (first?.span.start ?? 0) : first.at + start - first.start;
    return { start: from, end: Math.max(from, this.#endAt(end)) };
  }

  #endAt(end: number): number {
    const last = this.#segment(Math.max(0, end - 1));
    if (last === undefined) return 0;
    return last.at === undefined ? last.span.end : last.at + end - last.start;
  }

  /** Whether an offset of the template is in the layout. */
  covers(offset: number): boolean {
    const { segments, text } = this.#layout;
    return segments.some(({ start, at, span }, index) => {
      const length = (segments[index + 1]?.start ?? text.length) - start;
      if (at === undefined) return span.start <= offset && offset < Math.max(span.end, span.start + 1);
      return at <= offset && offset < at + Math.max(1, length);
    });
  }

  /** A document. The conditions common to all keys decide whether the document exists, so they do not make it open. */
  root(node: Node): Node {
    return this.#node(node, node.kind === 'map' ? this.#common(node) : this.#region(node.start)).node;
  }

  /** Whether the first of two entries, both placed by this, is printed whenever the second is. */
  isBehind(first: MapEntry, second: MapEntry): boolean {
    return this.pathTo(this.#regions.get(second) ?? 0).includes(this.#regions.get(first) ?? 0);
  }

  /** The conditions for printing an entry or list item placed by this. */
  conditionsOf(part: MapEntry | Node): readonly PrintCondition[] {
    const path = this.pathTo(this.#regions.get(part) ?? 0).slice(1);
    return path.flatMap((region) => this.#layout.regions[region] ?? []);
  }

  /** The region that contains all keys of a map. */
  #common({ entries }: MapNode): number {
    let common: readonly number[] | undefined;
    for (const { keySpan } of entries) {
      const path = this.pathTo(this.#region(keySpan.start));
      common = common === undefined ? path : common.filter((region, index) => path[index] === region);
    }
    return common?.at(-1) ?? 0;
  }

  /** The regions around an offset of the layout, the outermost first. */
  regionsAt(offset: number): readonly number[] {
    return this.pathTo(this.#region(offset));
  }

  /** Whether anything in a stretch of the layout is printed only in some cases. */
  hasRegions({ start, end }: Span): boolean {
    const { segments } = this.#layout;
    for (let i = this.#segmentIndex(start); i < segments.length; i++) {
      const segment = segments[i];
      if (segment === undefined || segment.start >= end) break;
      if (segment.region !== 0) return true;
    }
    return false;
  }

  /** A region and its parents, the outermost first. */
  pathTo(region: number): readonly number[] {
    const path: number[] = [];
    for (let at = region; at !== 0; at = this.#layout.regions[at]?.parent ?? 0) path.push(at);
    return [0, ...path.reverse()];
  }

  #region(offset: number): number {
    return this.#segment(offset)?.region ?? 0;
  }

  #segment(offset: number): Segment | undefined {
    return this.#layout.segments[this.#segmentIndex(offset)];
  }

  #segmentIndex(offset: number): number {
    const { segments } = this.#layout;
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** @param home the region that the value is in if its key or place in a list is. */
  #node(node: Node, home: number): PlacedNode {
    const known = this.#placed.get(node);
    if (known !== undefined) return known;
    const placed =
      node.kind === 'map'
        ? this.#map(node, home)
        : node.kind === 'list'
          ? this.#list(node, home)
          : this.#scalar(node, home);
    this.#placed.set(node, placed);
    return placed;
  }

  #scalar(node: ScalarNode, home: number): PlacedNode {
    const span = this.span(node);
    const written = this.#layout.text.slice(node.start, node.end);
    if (hasHole(written)) {
      const quoted = node.style === 'double' || node.style === 'single';
      const isText =
        quoted && this.#isWithin(node, home) && !written.includes(blockHole) && !written.includes(wildHole);
      const open = isText ? openText(span, node.style, this.#doubt) : openValue(span, this.#doubt);
      return { node: open, wild: written.includes(wildHole) };
    }
    if (node.end > node.start && !this.#isWithin(node, home))
      return { node: openValue(span, this.#doubt), wild: false };
    return { node: { ...node, ...span }, wild: false };
  }

  /** Whether a whole span is in one region. */
  #isWithin({ start, end }: Span, home: number): boolean {
    const { segments } = this.#layout;
    for (let i = this.#segmentIndex(start); i < segments.length; i++) {
      const segment = segments[i];
      if (segment === undefined || segment.start >= end) break;
      if (segment.region !== home) return false;
    }
    return true;
  }

  #map(node: MapNode, home: number): PlacedNode {
    const entries: MapEntry[] = [];
    const maybe = new Set<string>();
    let open = false;
    let wild = false;
    for (const entry of node.entries) {
      if (hasHole(entry.key)) {
        open = true;
        wild ||= entry.key.includes(wildHole);
        continue;
      }
      const region = this.#region(entry.keySpan.start);
      const value = this.#node(entry.value, region);
      wild ||= value.wild;
      if (region !== home) maybe.add(entry.key);
      const alias = entry.alias && { alias: this.span(entry.alias) };
      const placed: MapEntry = { ...entry, keySpan: this.span(entry.keySpan), value: value.node, ...alias };
      this.#regions.set(placed, region);
      entries.push(placed);
    }
    const span = this.span(node);
    if (!open && !wild && maybe.size === 0) return { node: { ...node, ...span, entries }, wild };
    if (entries.length === 0) return { node: openValue(span, this.#doubt), wild };
    const certain = entries.filter(({ key }) => !maybe.has(key));
    return { node: openMap({ ...node, ...span }, { entries, certain, more: open || wild }, this.#doubt), wild };
  }

  #list(node: ListNode, home: number): PlacedNode {
    const items: Node[] = [];
    let open = false;
    let more = false;
    let wild = false;
    let certain = 0;
    for (const item of node.items) {
      const written = this.#layout.text.slice(item.start, item.end);
      if (item.kind === 'scalar' && (written === blockHole || written === wildHole)) {
        more = true;
        wild ||= written === wildHole;
        continue;
      }
      const region = this.#region(item.start);
      const value = this.#node(item, region);
      wild ||= value.wild;
      // In a flow list, the output may contain commas.
      if (node.flow && written === inlineHole) more = true;
      else if (region !== home) open = true;
      else certain++;
      items.push(value.node);
      this.#regions.set(value.node, region);
    }
    const span = this.span(node);
    more ||= wild;
    if (!open && !more) return { node: { ...node, ...span, items }, wild };
    if (items.length === 0) return { node: openValue(span, this.#doubt), wild };
    return { node: openList({ ...node, ...span }, { items, isEmpty: certain === 0, more }, this.#doubt), wild };
  }
}

/** A branch of a choice that must be taken. */
export interface PrintCondition {
  readonly choice: number;
  /** 0 after the condition, 1 after `else`. */
  readonly branch: number;
}

interface PlacedNode {
  readonly node: Node;
  /** Whether it contains output with unknown indentation, which may belong to its parent as well. */
  readonly wild: boolean;
}
