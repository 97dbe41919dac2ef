import type { Placement } from '../../helm/placement.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { MapEntry, Node } from '../../manifest/node.ts';
import { openingOf } from '../../manifest/open.ts';
import type { Span } from '../../text/span.ts';

/** The maximum length of a shape that is remembered, in UTF-16 units. */
const maxShapeLength = 200_000;

/** The content and the open parts of an object of a template, independent of its position. */
export interface ObjectShape {
  /** Equal for objects that differ only in their positions. */
  readonly key: string;
  /** The start and end offsets of parts of the object, in order; objects of the same shape have the same number. */
  readonly offsets: readonly number[];
}

/** The shape of a template's resource; undefined if it is too long. */
export function shapeOf(resource: Resource, placement: Placement, text: string): ObjectShape | undefined {
  return new ShapeWriter(placement, text).shape(resource);
}

class ShapeWriter {
  readonly #placement: Placement;
  readonly #text: string;
  readonly #spans: Span[] = [];
  readonly #parts: string[] = [];
  /** New numbers of choices, by occurrence: the original ones depend on the text before the object. */
  readonly #choices = new Map<number, number>();
  #length = 0;

  constructor(placement: Placement, text: string) {
    this.#placement = placement;
    this.#text = text;
  }

  shape({ root, item, part, embedded, escaped, partial, apiVersionSpan, kindSpan }: Resource): ObjectShape | undefined {
    this.#add(JSON.stringify([item, part, embedded, escaped, partial]));
    this.#spans.push(apiVersionSpan, kindSpan);
    this.#node(root);
    if (this.#length > maxShapeLength) return undefined;
    const offsets = [...new Set(this.#spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    const ranks = new Map(offsets.map((offset, rank) => [offset, rank]));
    const ranges = this.#spans.map(({ start, end }) => `${ranks.get(start)}-${ranks.get(end)}`);
    return { key: [...this.#parts, ...ranges].join('\n'), offsets };
  }

  #node(node: Node): void {
    if (this.#length > maxShapeLength) return;
    this.#spans.push(node);
    const opening = openingOf(node);
    if (opening?.kind === 'value' || opening?.kind === 'text') this.#add(`${opening.kind} ${this.#written(node)}`);
    else if (opening?.kind === 'map') {
      const certain = opening.certain.map((entry) => opening.entries.indexOf(entry));
      this.#entries(`{{${String(opening.more)} ${certain.join()}`, opening.entries);
    } else if (opening?.kind === 'list') {
      this.#items(`[[${String(opening.more)} ${String(opening.isEmpty)}`, opening.items);
    } else if (node.kind === 'map') this.#entries(`{${String(node.flow)}`, node.entries);
    else if (node.kind === 'list') this.#items(`[${String(node.flow)}`, node.items);
    else this.#add(`${node.style} ${typeof node.value} ${JSON.stringify([String(node.value), this.#written(node)])}`);
  }

  #entries(head: string, entries: readonly MapEntry[]): void {
    this.#add(`${head} ${entries.length}`);
    for (const entry of entries) {
      const { key, keySpan, alias, merged, value } = entry;
      this.#spans.push(keySpan);
      if (alias !== undefined) this.#spans.push(alias);
      this.#add(JSON.stringify([key, alias !== undefined, merged === true, this.#conditions(entry)]));
      this.#node(value);
    }
  }

  #items(head: string, items: readonly Node[]): void {
    this.#add(`${head} ${items.length}`);
    for (const item of items) {
      this.#add(this.#conditions(item));
      this.#node(item);
    }
  }

  #conditions(part: MapEntry | Node): string {
    const conditions = this.#placement.conditionsOf(part).map(({ choice, branch }) => {
      const number = this.#choices.get(choice) ?? this.#choices.size;
      this.#choices.set(choice, number);
      return `${number}-${branch}`;
    });
    return conditions.join();
  }

  /** The text of a value: a message may quote it. */
  #written({ start, end }: Span): string {
    return JSON.stringify(this.#text.slice(start, end));
  }

  #add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
