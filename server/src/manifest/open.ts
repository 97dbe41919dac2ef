import type { Span } from '../text/span.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode, ScalarStyle } from './node.ts';

/**
 * Tracks reads of uncertain values, such as the output of a template action. Open nodes report each read, so that rules
 * need not know about templates: results that depend on an open value are uncertain and are dropped.
 */
export class OpenReads {
  raised = false;

  raise(): void {
    this.raised = true;
    looks++;
  }
}

let looks = 0;

/**
 * The number of reads of open values so far. Caches compare it before and after: a cached result reports no reads when
 * it is used again.
 */
export function countOpenReads(): number {
  return looks;
}

/** A value that is unknown and may be absent. It reads as `null`. */
export function openValue(span: Span, doubt: OpenReads): ScalarNode {
  return new OpenScalar(span, doubt);
}

/** A string with unknown content, as between quotes. */
export function openText(span: Span, style: ScalarStyle, doubt: OpenReads): ScalarNode {
  return new OpenText(span, style, doubt);
}

/** Whether a node is a string with unknown content. */
export function isOpenText(node: Node): boolean {
  return node instanceof OpenText;
}

/** The known part of an open map. */
export interface OpenEntries {
  /** All known entries, certain or possible. */
  readonly entries: readonly MapEntry[];
  /** The certain entries. */
  readonly certain: readonly MapEntry[];
  /** Whether there may be unknown ones. */
  readonly more: boolean;
}

/** The known part of an open list. */
export interface OpenItems {
  /** All known items, certain or possible. */
  readonly items: readonly Node[];
  /** Whether no item is certain. */
  readonly isEmpty: boolean;
  /** Whether there may be unknown ones. */
  readonly more: boolean;
}

/** A map with certain and possible entries. */
export function openMap(node: MapNode, open: OpenEntries, doubt: OpenReads): MapNode {
  return new OpenMap(node, open, doubt);
}

/** A list with certain and possible items. */
export function openList(node: ListNode, open: OpenItems, doubt: OpenReads): ListNode {
  return new OpenList(node, open, doubt);
}

/** How a node is open; `text` is certainly a string, `value` may be anything. */
export type NodeOpenness =
  | { readonly kind: 'value' | 'text' }
  | ({ readonly kind: 'map' } & OpenEntries)
  | ({ readonly kind: 'list' } & OpenItems);

/** How a node itself is open, ignoring its children; undefined for a certain one. Does not count as a read. */
export function openingOf(node: Node): NodeOpenness | undefined {
  if (node instanceof OpenScalar) return { kind: 'value' };
  if (node instanceof OpenText) return { kind: 'text' };
  return node instanceof OpenMap || node instanceof OpenList ? node.opening : undefined;
}

class OpenScalar implements ScalarNode {
  readonly start: number;
  readonly end: number;
  readonly style = 'plain';
  readonly #doubt: OpenReads;

  constructor({ start, end }: Span, doubt: OpenReads) {
    this.start = start;
    this.end = end;
    this.#doubt = doubt;
  }

  get kind(): 'scalar' {
    this.#doubt.raise();
    return 'scalar';
  }

  get value(): null {
    this.#doubt.raise();
    return null;
  }
}

class OpenText implements ScalarNode {
  readonly kind = 'scalar';
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  readonly #doubt: OpenReads;

  constructor({ start, end }: Span, style: ScalarStyle, doubt: OpenReads) {
    this.start = start;
    this.end = end;
    this.style = style;
    this.#doubt = doubt;
  }

  get value(): string {
    this.#doubt.raise();
    return '';
  }
}

class OpenMap implements MapNode {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly certain: readonly MapEntry[];
  readonly opening: NodeOpenness;
  readonly #entries: readonly MapEntry[];
  readonly #doubt: OpenReads;

  constructor({ start, end, flow }: MapNode, open: OpenEntries, doubt: OpenReads) {
    this.start = start;
    this.end = end;
    this.flow = flow;
    this.certain = open.certain;
    this.opening = { kind: 'map', ...open };
    this.#entries = open.entries;
    this.#doubt = doubt;
  }

  /** Without certain entries, it may be `null` as well. */
  get kind(): 'map' {
    if (this.certain.length === 0) this.#doubt.raise();
    return 'map';
  }

  get entries(): readonly MapEntry[] {
    this.#doubt.raise();
    return this.#entries;
  }
}

class OpenList implements ListNode {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly opening: NodeOpenness;
  readonly #open: OpenItems;
  readonly #doubt: OpenReads;

  constructor({ start, end, flow }: ListNode, open: OpenItems, doubt: OpenReads) {
    this.start = start;
    this.end = end;
    this.flow = flow;
    this.opening = { kind: 'list', ...open };
    this.#open = open;
    this.#doubt = doubt;
  }

  /** Without certain items, it may be `null` as well. */
  get kind(): 'list' {
    if (this.#open.isEmpty) this.#doubt.raise();
    return 'list';
  }

  get items(): readonly Node[] {
    this.#doubt.raise();
    return this.#open.items;
  }
}
