import { entryFor, isNull, type Node, type ScalarValue, valueFor } from '../../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';

/** A place in a resource, there or not: what is absent or `null` reads as nothing, and so does everything below it. */
export class Cursor {
  readonly node: Node | undefined;
  readonly path: FieldPath;
  /** Where a finding about the place belongs: its key, the item itself, or the nearest key above what is absent. */
  readonly key: Span;

  constructor(node: Node | undefined, path: FieldPath, key: Span) {
    this.node = node === undefined || isNull(node) ? undefined : node;
    this.path = path;
    this.key = key;
  }

  get present(): boolean {
    return this.node !== undefined;
  }

  /** The value of a scalar; undefined for what is absent or no scalar. */
  get scalar(): ScalarValue | undefined {
    return this.node?.kind === 'scalar' ? this.node.value : undefined;
  }

  /** The string; '' where there is none. */
  get text(): string {
    return typeof this.scalar === 'string' ? this.scalar : '';
  }

  /** The number; 0 where there is none. */
  get number(): number {
    const { scalar } = this;
    return typeof scalar === 'number' || typeof scalar === 'bigint' ? Number(scalar) : 0;
  }

  /** The field of a struct, or a field below it: `at('spec', 'template')`. */
  at(name: string, ...names: readonly string[]): Cursor {
    let cursor = this.#step(name, fieldOf);
    for (const next of names) cursor = cursor.#step(next, fieldOf);
    return cursor;
  }

  /** The entry of a map, such as an annotation. */
  entry(key: string): Cursor {
    return this.#step(key, entryOf);
  }

  /** Every entry of a map by its key, each once. */
  get entries(): readonly (readonly [string, Cursor])[] {
    if (this.node?.kind !== 'map') return [];
    const keys = new Set(this.node.entries.map(({ key }) => key));
    return [...keys].map((key) => [key, this.entry(key)] as const);
  }

  /** The items of a list. */
  get items(): readonly Cursor[] {
    if (this.node?.kind !== 'list') return [];
    return this.node.items.map((item, index) => new Cursor(item, itemOf(this.path, index), keyOf(item)));
  }

  #step(name: string, step: (parent: FieldPath, name: string) => FieldPath): Cursor {
    const path = step(this.path, name);
    if (this.node?.kind !== 'map') return new Cursor(undefined, path, this.key);
    return new Cursor(valueFor(this.node, name), path, entryFor(this.node, name)?.keySpan ?? this.key);
  }
}

/** An item of a list is shown at its first field, or as a whole if it is a scalar. */
function keyOf(item: Node): Span {
  if (item.kind === 'scalar') return { start: item.start, end: item.end };
  return (item.kind === 'map' ? item.entries[0]?.keySpan : undefined) ?? { start: item.start, end: item.start + 1 };
}
