import type { MapEntry, Node } from '../../manifest/node.ts';
import type { Draft, DraftList, DraftMap } from '../../manifest/reconcile/draft.ts';
import type { Span } from '../../text/span.ts';

/** What a draft says as nodes. Whatever is as it was keeps its node. */
export class NodeMaker {
  readonly #added = new Set<Node>();
  readonly #span: Span;

  /** @param place the span of all new nodes. */
  constructor({ start, end }: Span) {
    this.#span = { start, end };
  }

  /** The nodes of fields and items that the origin lacks. */
  get added(): ReadonlySet<Node> {
    return this.#added;
  }

  /** The node of a mapping. */
  map(draft: DraftMap): Extract<Node, { kind: 'map' }> {
    const { origin } = draft;
    if (draft.untouched && origin !== undefined) return origin;
    const entries = [...draft.fields()].map(({ key, value, entry }): MapEntry => {
      const node = this.#node(value);
      if (entry === undefined) this.#added.add(node);
      else if (entry.value === node && entry.key === key) return entry;
      return { key, keySpan: entry?.keySpan ?? this.#span, value: node };
    });
    const isSame =
      entries.length === origin?.entries.length && entries.every((entry, i) => entry === origin.entries[i]);
    if (isSame && origin !== undefined) return origin;
    return origin === undefined ? { kind: 'map', entries, flow: false, ...this.#span } : { ...origin, entries };
  }

  #node(draft: Draft): Node {
    if (draft.kind === 'map') return this.map(draft);
    if (draft.kind === 'list') return this.#list(draft);
    return draft.origin ?? { kind: 'scalar', value: draft.value, style: 'plain', ...this.#span };
  }

  #list(draft: DraftList): Node {
    const { origin } = draft;
    if (draft.untouched && origin !== undefined) return origin;
    const before = new Set<Node>(origin?.items);
    const items = draft.items.map((item) => {
      const node = this.#node(item);
      if (item.origin === undefined || !before.has(item.origin)) this.#added.add(node);
      return node;
    });
    const isSame = items.length === origin?.items.length && items.every((item, i) => item === origin.items[i]);
    if (isSame && origin !== undefined) return origin;
    return origin === undefined ? { kind: 'list', items, flow: false, ...this.#span } : { ...origin, items };
  }
}
