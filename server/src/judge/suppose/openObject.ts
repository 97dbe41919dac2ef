import type { ApiType } from '../../catalog/types.ts';
import type { Placement, PrintCondition } from '../../helm/placement.ts';
import { pathSteps } from '../../manifest/lookup.ts';
import type { MapEntry, MapNode, Node } from '../../manifest/node.ts';
import { openingOf } from '../../manifest/open.ts';
import type { Span } from '../../text/span.ts';
import { Alternatives, type OpenValue } from './alternatives.ts';
import { type KnownTexts, knownTexts, typeOfEntry } from './knownTexts.ts';

/** A value for each open part of a template, and a branch for each choice. */
export interface Supposition {
  /** The branch that a choice takes. */
  branch(choice: number): number;
  /** The index of the alternative for an open node, less than `count`. */
  alternative(node: Node, count: number): number;
}

/** A key for a part of an object, such as a map entry or a list item. */
export const rangeOf = ({ start, end }: Span) => `${start}-${end}`;

/** A partly open object of a template, and its form in each supposition. */
export class OpenObject {
  /** The open nodes, each with the number of alternatives. */
  readonly alternatives = new Map<Node, number>();
  /** The choices that parts of the object depend on, each with the number of branches. */
  readonly choices = new Map<number, number>();
  /** The conditions that all of its entries have in common. */
  readonly base: readonly PrintCondition[];
  readonly #root: MapNode;
  readonly #definition: ApiType;
  readonly #placement: Placement;
  readonly #known: KnownTexts;
  readonly #alternatives = new Map<Node, readonly Node[]>();
  readonly #more = new Map<Node, readonly (readonly MapEntry[])[] | readonly (readonly Node[])[]>();
  readonly #conditions = new Map<string, readonly PrintCondition[]>();
  readonly #open = new Set<string>();

  /** @param named the texts in findings: an open value may be the missing one. */
  constructor(root: MapNode, type: ApiType, placement: Placement, named: readonly string[] = []) {
    this.#root = root;
    this.#definition = type;
    this.#placement = placement;
    this.#known = knownTexts(root, type, named);
    const opening = openingOf(root);
    const entries = opening?.kind === 'map' ? opening.entries : root.entries;
    const all = entries.map((entry) => placement.conditionsOf(entry));
    this.base = (all[0] ?? []).filter((printCondition) =>
      all.every((conditions) => conditions.includes(printCondition)),
    );
    this.#visit(root, { type: { kind: 'object', type }, key: undefined, field: undefined });
  }

  /** The conditions for printing the part at a span; if several parts are there, the common ones. */
  conditionsAt(span: Span): readonly PrintCondition[] {
    return this.#conditions.get(rangeOf(span)) ?? this.base;
  }

  /** Whether the value at a span is supposed in some cases. */
  isOpenAt(span: Span): boolean {
    return this.#open.has(rangeOf(span));
  }

  /** The same object, with these texts as further candidates for its open values. */
  naming(named: readonly string[]): OpenObject {
    return new OpenObject(this.#root, this.#definition, this.#placement, named);
  }

  /** Whether so much of the object is unknown that no finding would be certain. */
  get isUnknown(): boolean {
    const opening = openingOf(this.#root);
    const entries = opening?.kind === 'map' ? opening.entries : this.#root.entries;
    const isOpen = ({ key, value }: MapEntry) =>
      key !== 'metadata' &&
      openingOf(value)?.kind === 'value' &&
      this.#definition.fields.get(key)?.type.kind !== 'scalar';
    return (opening?.kind === 'map' && opening.more) || entries.some(isOpen);
  }

  /** Whether the value at a path, or one above it, is open. */
  isOpenPath(path: string): boolean {
    return leadsIntoOpen(this.#root, pathSteps(path));
  }

  /** The object in a supposition. */
  build(supposed: Supposition): MapNode {
    const built = this.#build(this.#root, supposed);
    return built.kind === 'map' ? built : { ...this.#rootSpan(), kind: 'map', flow: false, entries: [] };
  }

  #rootSpan(): Span {
    return { start: this.#root.start, end: this.#root.end };
  }

  /** Collects the open nodes. */
  #visit(node: Node, value: OpenValue): void {
    const { type } = value;
    const opening = openingOf(node);
    if (opening?.kind === 'value' || opening?.kind === 'text') {
      const values = this.#alternativesAt(node).ofValue(value, opening.kind === 'text');
      this.#alternatives.set(node, values);
      this.alternatives.set(node, values.length);
      this.#open.add(rangeOf(node));
      return;
    }
    if (opening?.kind === 'map') {
      if (opening.more) {
        const named = new Set(opening.entries.map(({ key }) => key));
        this.#addMore(node, this.#alternativesAt(endOf(node)).moreEntries(value, named));
      }
      this.#visitEntries(opening.entries, value);
    } else if (opening?.kind === 'list') {
      if (opening.more) this.#addMore(node, this.#alternativesAt(endOf(node)).moreItems(type));
      this.#visitItems(opening.items, value);
    } else if (node.kind === 'map') this.#visitEntries(node.entries, value);
    else if (node.kind === 'list') this.#visitItems(node.items, value);
  }

  #addMore(node: Node, more: readonly (readonly MapEntry[])[] | readonly (readonly Node[])[]): void {
    this.#more.set(node, more);
    this.alternatives.set(node, more.length);
    this.#open.add(rangeOf(endOf(node)));
  }

  #alternativesAt(span: Span): Alternatives {
    return new Alternatives(this.#known, span);
  }

  #visitEntries(entries: readonly MapEntry[], { type, field: parentField }: OpenValue): void {
    for (const entry of entries) {
      const conditions = this.#placement.conditionsOf(entry);
      this.#note(entry.keySpan, conditions);
      this.#note(entry.value, conditions);
      const field = type?.kind === 'object' ? type.type.fields.get(entry.key) : parentField;
      this.#visit(entry.value, { type: typeOfEntry(type, entry.key), key: entry.key, field });
    }
  }

  #visitItems(items: readonly Node[], { type, field }: OpenValue): void {
    for (const item of items) {
      this.#note(item, this.#placement.conditionsOf(item));
      this.#visit(item, { type: type?.kind === 'list' ? type.item : undefined, key: undefined, field });
    }
  }

  #note(span: Span, conditions: readonly PrintCondition[]): void {
    const key = rangeOf(span);
    const known = this.#conditions.get(key);
    this.#conditions.set(
      key,
      known === undefined ? conditions : known.filter((printCondition) => conditions.includes(printCondition)),
    );
    for (const { choice, branch } of conditions) {
      this.choices.set(choice, Math.max(2, branch + 1, this.choices.get(choice) ?? 0));
    }
  }

  #build(node: Node, supposed: Supposition): Node {
    const alternatives = this.#alternatives.get(node);
    if (alternatives !== undefined) {
      return alternatives[supposed.alternative(node, alternatives.length)] ?? node;
    }
    const opening = openingOf(node);
    const more = this.#more.get(node);
    const added = more?.[supposed.alternative(node, more.length)] ?? [];
    const { start, end } = node;
    const { items, entries } = partsOf(node);
    if (items === undefined && opening === undefined && node.kind === 'scalar') return node;
    const isPrinted = (part: MapEntry | Node) => this.#isPrinted(part, supposed);
    if (items !== undefined) {
      const known = items.filter(isPrinted).map((item) => this.#build(item, supposed));
      const all = [...known, ...added.filter((candidate): candidate is Node => !isEntry(candidate))];
      return opening !== undefined && all.length === 0
        ? nullAt(node)
        : { kind: 'list', start, end, flow: false, items: all };
    }
    const known = entries.filter(isPrinted).map((entry) => ({ ...entry, value: this.#build(entry.value, supposed) }));
    const all = [...known, ...added.filter(isEntry)];
    return opening !== undefined && all.length === 0
      ? nullAt(node)
      : { kind: 'map', start, end, flow: false, entries: all };
  }

  #isPrinted(part: MapEntry | Node, supposed: Supposition): boolean {
    return this.#placement.conditionsOf(part).every(({ choice, branch }) => supposed.branch(choice) === branch);
  }
}

/** Checks all items of a list: the index depends on the printed items. */
function leadsIntoOpen(node: Node, [step, ...rest]: readonly string[]): boolean {
  const opening = openingOf(node);
  if (opening?.kind === 'value' || opening?.kind === 'text') return true;
  if (step === undefined) return false;
  const { items, entries } = partsOf(node);
  if (items !== undefined) return items.length > 0 && items.every((item) => leadsIntoOpen(item, rest));
  const entry = entries.find(({ key }) => key === step);
  if (entry === undefined) return opening?.kind === 'map' && opening.more;
  return leadsIntoOpen(entry.value, rest);
}

/** The certain and possible parts of a list or map. */
function partsOf(node: Node): { readonly items: readonly Node[] | undefined; readonly entries: readonly MapEntry[] } {
  const opening = openingOf(node);
  if (opening?.kind === 'list') return { items: opening.items, entries: [] };
  if (opening?.kind === 'map') return { items: undefined, entries: opening.entries };
  if (node.kind === 'list') return { items: node.items, entries: [] };
  return { items: undefined, entries: node.kind === 'map' ? node.entries : [] };
}

function isEntry(part: MapEntry | Node): part is MapEntry {
  return 'key' in part;
}

/** The span of unknown entries: after all known ones. */
function endOf({ end }: Span): Span {
  return { start: end, end };
}

function nullAt({ start, end }: Span): Node {
  return { kind: 'scalar', start, end, value: null, style: 'plain' };
}
