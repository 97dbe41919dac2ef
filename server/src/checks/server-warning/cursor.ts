import type { FieldType } from '../../catalog/types.ts';
import { entryFor, isNull, type Node, type ScalarValue } from '../../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { DroppedFields } from '../fieldGates.ts';

/**
 * A place in a resource, there or not: what is absent, `null` or dropped because its gate is off reads as nothing, and
 * so does everything below it. A server warns of what is left after it has dropped fields (`WarningsOnCreate`).
 */
export class Cursor {
  readonly node: Node | undefined;
  readonly path: FieldPath;
  /** Where a finding about the place belongs: its key, the item itself, or the nearest key above what is absent. */
  readonly key: Span;
  readonly #type: FieldType | undefined;
  readonly #isDropped: DroppedFields;

  constructor(
    node: Node | undefined,
    path: FieldPath,
    key: Span,
    type: FieldType | undefined,
    isDropped: DroppedFields,
  ) {
    this.node = node;
    this.path = path;
    this.key = key;
    this.#type = type;
    this.#isDropped = isDropped;
  }

  /** A place in what has no Kubernetes type, such as a JSON schema. */
  static untyped(node: Node | undefined, path: FieldPath, key: Span): Cursor {
    return new Cursor(node === undefined || isNull(node) ? undefined : node, path, key, undefined, () => false);
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
    let cursor = this.#field(name);
    for (const next of names) cursor = cursor.#field(next);
    return cursor;
  }

  /** The entry of a map, such as an annotation. One that is `null` is there, with its type's zero value. */
  entry(key: string): Cursor {
    const type = this.#type?.kind === 'map' ? this.#type.value : undefined;
    const path = entryOf(this.path, key);
    const entry = this.node?.kind === 'map' ? entryFor(this.node, key) : undefined;
    return new Cursor(entry?.value, path, entry?.keySpan ?? this.key, type, this.#isDropped);
  }

  /** Every entry of a map by its key, each once. */
  get entries(): readonly (readonly [string, Cursor])[] {
    if (this.node?.kind !== 'map') return [];
    const keys = new Set(this.node.entries.map(({ key }) => key));
    return [...keys].map((key) => [key, this.entry(key)] as const);
  }

  /** The items of a list; a `null` item is a zero value. */
  get items(): readonly Cursor[] {
    if (this.node?.kind !== 'list') return [];
    const type = this.#type?.kind === 'list' ? this.#type.item : undefined;
    return this.node.items.map(
      (item, index) =>
        new Cursor(isNull(item) ? undefined : item, itemOf(this.path, index), keyOf(item), type, this.#isDropped),
    );
  }

  #field(name: string): Cursor {
    const path = fieldOf(this.path, name);
    const struct = this.#type?.kind === 'object' ? this.#type.type : undefined;
    const field = struct?.fields.get(name);
    const hidden = struct !== undefined && (field === undefined || this.#isDropped(field));
    const entry = !hidden && this.node?.kind === 'map' ? entryFor(this.node, name) : undefined;
    const node = entry === undefined || isNull(entry.value) ? undefined : entry.value;
    return new Cursor(node, path, entry?.keySpan ?? this.key, field?.type, this.#isDropped);
  }
}

/** An item of a list is shown at its first field, or as a whole if it is a scalar. */
function keyOf(item: Node): Span {
  if (item.kind === 'scalar') return { start: item.start, end: item.end };
  return (item.kind === 'map' ? item.entries[0]?.keySpan : undefined) ?? { start: item.start, end: item.start + 1 };
}
