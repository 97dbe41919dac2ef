import type { Span } from '../text/span.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode, ScalarStyle } from './node.ts';

/**
 * Whether anybody has looked at something that is not certain, such as what a template action will print. Nodes that are
 * open raise it when they are read, so that a rule needs to know nothing of templates: what it says after it has looked
 * at something open is not certain, and is not said.
 */
export class Doubt {
  raised = false;
}

/** A value of which nothing is known, not even whether it is there. It reads as `null`. */
export function openValue(span: Span, doubt: Doubt): ScalarNode {
  return new OpenScalar(span, doubt);
}

/** A string for certain, of which nothing more is known, as between quotes. */
export function openText(span: Span, style: ScalarStyle, doubt: Doubt): ScalarNode {
  return new OpenText(span, style, doubt);
}

/** Whether a node is a string of which nothing more is known. */
export function isOpenText(node: Node): boolean {
  return node instanceof OpenText;
}

/**
 * A map of which only `certain` is there whatever happens; `entries` are all that may be, as far as they are known.
 */
export function openMap(
  node: MapNode,
  entries: readonly MapEntry[],
  certain: readonly MapEntry[],
  doubt: Doubt,
): MapNode {
  return new OpenMap(node, entries, certain, doubt);
}

/** A list of which only some items are there whatever happens; `isEmpty` when nothing is certain to be in it. */
export function openList(node: ListNode, items: readonly Node[], isEmpty: boolean, doubt: Doubt): ListNode {
  return new OpenList(node, items, isEmpty, doubt);
}

class OpenScalar implements ScalarNode {
  readonly start: number;
  readonly end: number;
  readonly style = 'plain';
  readonly #doubt: Doubt;

  constructor({ start, end }: Span, doubt: Doubt) {
    this.start = start;
    this.end = end;
    this.#doubt = doubt;
  }

  get kind(): 'scalar' {
    this.#doubt.raised = true;
    return 'scalar';
  }

  get value(): null {
    this.#doubt.raised = true;
    return null;
  }
}

class OpenText implements ScalarNode {
  readonly kind = 'scalar';
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  readonly #doubt: Doubt;

  constructor({ start, end }: Span, style: ScalarStyle, doubt: Doubt) {
    this.start = start;
    this.end = end;
    this.style = style;
    this.#doubt = doubt;
  }

  get value(): string {
    this.#doubt.raised = true;
    return '';
  }
}

class OpenMap implements MapNode {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly certain: readonly MapEntry[];
  readonly #entries: readonly MapEntry[];
  readonly #doubt: Doubt;

  constructor({ start, end, flow }: MapNode, entries: readonly MapEntry[], certain: readonly MapEntry[], doubt: Doubt) {
    this.start = start;
    this.end = end;
    this.flow = flow;
    this.certain = certain;
    this.#entries = entries;
    this.#doubt = doubt;
  }

  /** With nothing in it for certain, it may be `null` as well. */
  get kind(): 'map' {
    if (this.certain.length === 0) this.#doubt.raised = true;
    return 'map';
  }

  get entries(): readonly MapEntry[] {
    this.#doubt.raised = true;
    return this.#entries;
  }
}

class OpenList implements ListNode {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly #items: readonly Node[];
  readonly #isEmpty: boolean;
  readonly #doubt: Doubt;

  constructor({ start, end, flow }: ListNode, items: readonly Node[], isEmpty: boolean, doubt: Doubt) {
    this.start = start;
    this.end = end;
    this.flow = flow;
    this.#items = items;
    this.#isEmpty = isEmpty;
    this.#doubt = doubt;
  }

  /** With nothing in it for certain, it may be `null` as well. */
  get kind(): 'list' {
    if (this.#isEmpty) this.#doubt.raised = true;
    return 'list';
  }

  get items(): readonly Node[] {
    this.#doubt.raised = true;
    return this.#items;
  }
}
