import type { Span } from '../text/span.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode, ScalarStyle } from './node.ts';

/**
 * Whether anybody has looked at something that is not certain, such as what a template action will print. Nodes that are
 * open raise it when they are read, so that a rule needs to know nothing of templates: what it says after it has looked
 * at something open is not certain, and is not said.
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
 * How often anybody has looked at anything open so far. Who keeps what was read compares this before and after: what is
 * kept raises no doubt when it is used again.
 */
export function countOpenReads(): number {
  return looks;
}

/** A value of which nothing is known, not even whether it is there. It reads as `null`. */
export function openValue(span: Span, doubt: OpenReads): ScalarNode {
  return new OpenScalar(span, doubt);
}

/** A string for certain, of which nothing more is known, as between quotes. */
export function openText(span: Span, style: ScalarStyle, doubt: OpenReads): ScalarNode {
  return new OpenText(span, style, doubt);
}

/** Whether a node is a string of which nothing more is known. */
export function isOpenText(node: Node): boolean {
  return node instanceof OpenText;
}

/** What is known of a map that is open. */
export interface OpenEntries {
  /** All that may be there, as far as they are known. */
  readonly entries: readonly MapEntry[];
  /** Those that are there whatever happens. */
  readonly certain: readonly MapEntry[];
  /** There may be others of which nothing is known. */
  readonly more: boolean;
}

/** What is known of a list that is open. */
export interface OpenItems {
  /** All that may be there, as far as they are known. */
  readonly items: readonly Node[];
  /** Nothing is certain to be in it. */
  readonly isEmpty: boolean;
  /** There may be others of which nothing is known. */
  readonly more: boolean;
}

/** A map of which only some entries are there whatever happens. */
export function openMap(node: MapNode, open: OpenEntries, doubt: OpenReads): MapNode {
  return new OpenMap(node, open, doubt);
}

/** A list of which only some items are there whatever happens. */
export function openList(node: ListNode, open: OpenItems, doubt: OpenReads): ListNode {
  return new OpenList(node, open, doubt);
}

/** What a node leaves open; `text` is a string for certain, `value` may be anything. */
export type Opening =
  | { readonly kind: 'value' | 'text' }
  | ({ readonly kind: 'map' } & OpenEntries)
  | ({ readonly kind: 'list' } & OpenItems);

/** What a node itself leaves open, whatever is below it; undefined for one that is certain. Raises no doubt. */
export function openingOf(node: Node): Opening | undefined {
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
  readonly opening: Opening;
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

  /** With nothing in it for certain, it may be `null` as well. */
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
  readonly opening: Opening;
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

  /** With nothing in it for certain, it may be `null` as well. */
  get kind(): 'list' {
    if (this.#open.isEmpty) this.#doubt.raise();
    return 'list';
  }

  get items(): readonly Node[] {
    this.#doubt.raise();
    return this.#open.items;
  }
}
