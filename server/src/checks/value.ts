import type { FieldType } from '../catalog/types.ts';
import { entryFor, isNull, type MapEntry, type MapNode, type Node, type ScalarValue } from '../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import { type DroppedFields, dropsNothing } from './fieldGates.ts';

/** How a value is reached from the one it is a part of: a field by its name, an item by its index, or an entry. */
type Step = string | number | { readonly key: string };

const zeros: ReadonlyMap<string, string> = new Map([
  ['string', '""'],
  ['boolean', 'false'],
  ['int32', '0'],
  ['int64', '0'],
  ['int-or-string', '0'],
]);

/**
 * A value as validation and the server's warnings see it: present or not, with the path the server names it by.
 * Reading never fails: a field that is absent, `null`, unknown to the binary's schema or dropped because its gate is
 * off reads as Go's zero value, and so does everything below it.
 */
export class Value {
  /** The text's node; undefined when the value is absent. */
  readonly node: Node | undefined;
  /** Where a finding about the value belongs: its key, or the nearest ancestor's key when it is absent. */
  readonly key: Span;
  /** Undefined without a Kubernetes type and for absent values, below which everything is absent. */
  readonly #type: FieldType | undefined;
  readonly #isDropped: DroppedFields;
  /** The path up to the step that follows. */
  readonly #above: Value | FieldPath;
  readonly #step: Step | undefined;

  /** @param above the path of the value; with a `step`, the path or value that contains it. */
  constructor(
    node: Node | undefined,
    above: Value | FieldPath,
    key: Span,
    type: FieldType | undefined,
    isDropped: DroppedFields,
    step?: Step,
  ) {
    this.node = node === undefined || isNull(node) ? undefined : node;
    this.key = key;
    this.#type = type;
    this.#isDropped = isDropped;
    this.#above = above;
    this.#step = step;
  }

  /** A value without a Kubernetes type, such as a JSON schema. */
  static untyped(node: Node | undefined, path: FieldPath, key: Span): Value {
    return new Value(node, path, key, undefined, dropsNothing);
  }

  /** Go's zero value as the server's messages show it, for texts and numbers; otherwise `null`. */
  get zero(): string {
    const type = this.#typeIfThere();
    return (type?.kind === 'scalar' ? zeros.get(type.scalar) : undefined) ?? 'null';
  }

  /** The type that the value has, or would have if it and its parents were present. */
  #typeIfThere(): FieldType | undefined {
    if (this.#type !== undefined || !(this.#above instanceof Value)) return this.#type;
    const above = this.#above.#typeIfThere();
    return above === undefined || this.#step === undefined ? above : typeBelow(above, this.#step);
  }

  /** Lazy: rules read many more values than they report. */
  get path(): FieldPath {
    const above = this.#above instanceof Value ? this.#above.path : this.#above;
    const step = this.#step;
    switch (typeof step) {
      case 'undefined':
        return above;
      case 'string':
        return fieldOf(above, step);
      case 'number':
        return itemOf(above, step);
      default:
        return entryOf(above, step.key);
    }
  }

  /** Whether the text has the value and it is not `null`. */
  get present(): boolean {
    return this.node !== undefined;
  }

  /** Whether the value is absent, `""`, `[]` or `{}`, like Go's `len(x) == 0`. */
  get empty(): boolean {
    const node = this.node;
    if (node === undefined) return true;
    if (node.kind === 'list') return node.items.length === 0;
    if (node.kind === 'map') return node.entries.length === 0;
    return node.value === '';
  }

  /** The scalar, if it is one. */
  get scalar(): ScalarValue | undefined {
    return this.node?.kind === 'scalar' ? this.node.value : undefined;
  }

  /** The string; '' when absent, as in Go. */
  get text(): string {
    const scalar = this.scalar;
    return typeof scalar === 'string' ? scalar : '';
  }

  /** The number, if it is one; whole numbers beyond JavaScript's safe range are rounded. */
  get number(): number | undefined {
    const scalar = this.scalar;
    if (typeof scalar === 'bigint') return Number(scalar);
    return typeof scalar === 'number' ? scalar : undefined;
  }

  /** Whether the value is `true`; absent is false. */
  get isTrue(): boolean {
    return this.scalar === true;
  }

  /** The string, or its default if empty. */
  or(fallback: string): string {
    return this.text === '' ? fallback : this.text;
  }

  /** The field `name` of this struct. */
  at(name: string): Value {
    // Most fields that validation reads are absent: check last whether they would be dropped.
    const entry = this.node?.kind === 'map' ? lastEntry(this.node, name) : undefined;
    if (entry === undefined) return this.#absent(name);
    let type: FieldType | undefined;
    if (this.#type?.kind === 'object') {
      const field = this.#type.type.fields.get(name);
      if (field === undefined || this.#isDropped(field)) return this.#absent(name);
      type = field.type;
    }
    return new Value(entry.value, this, entry.keySpan, type, this.#isDropped, name);
  }

  #absent(name: string): Value {
    return new Value(undefined, this, this.key, undefined, this.#isDropped, name);
  }

  /** Whether the field `name` of this struct is present. */
  has(name: string): boolean {
    const value = this.node?.kind === 'map' ? entryFor(this.node, name)?.value : undefined;
    if (value === undefined || isNull(value)) return false;
    const struct = this.#type?.kind === 'object' ? this.#type.type : undefined;
    if (struct === undefined) return true;
    const field = struct.fields.get(name);
    return field !== undefined && !this.#isDropped(field);
  }

  /** Whether the text has the field `name` of this struct, dropped afterwards or not. */
  holds(name: string): boolean {
    const value = this.node?.kind === 'map' ? entryFor(this.node, name)?.value : undefined;
    if (value === undefined || isNull(value)) return false;
    return this.#type?.kind !== 'object' || this.#type.type === undefined || this.#type.type.fields.has(name);
  }

  /** Whether the type of this struct's list `list` has a field `name` in its items, be there items or not. */
  knowsInItems(list: string, name: string): boolean {
    const type = this.#type?.kind === 'object' ? this.#type.type.fields.get(list)?.type : undefined;
    const item = type?.kind === 'list' ? type.item : undefined;
    return item?.kind === 'object' && item.type.fields.has(name);
  }

  /** The items of this list; a `null` item is a zero value. */
  get items(): readonly Value[] {
    if (this.node?.kind !== 'list') return noItems;
    const type = this.#type?.kind === 'list' ? this.#type.item : undefined;
    return this.node.items.map((item, index) => new Value(item, this, item, type, this.#isDropped, index));
  }

  /** The number of items of this list. */
  get length(): number {
    return this.node?.kind === 'list' ? this.node.items.length : 0;
  }

  /** The strings of this list of strings. */
  get texts(): readonly string[] {
    return this.node?.kind === 'list' ? this.node.items.map(stringOf) : [];
  }

  /** The entries of this map, the last one of each key, with their values under `path[key]`. */
  get entries(): ReadonlyMap<string, Value> {
    if (this.node?.kind !== 'map') return noEntries;
    const entries = new Map<string, Value>();
    const type = this.#type?.kind === 'map' ? this.#type.value : undefined;
    for (const entry of this.node.entries) {
      entries.set(entry.key, new Value(entry.value, this, entry.keySpan, type, this.#isDropped, entry));
    }
    return entries;
  }

  /** The entry `key` of this map; absent if the map has no such key. */
  entry(key: string): Value {
    const type = this.#type?.kind === 'map' ? this.#type.value : undefined;
    const entry = this.node?.kind === 'map' ? entryFor(this.node, key) : undefined;
    return new Value(entry?.value, this, entry?.keySpan ?? this.key, type, this.#isDropped, entry ?? { key });
  }

  /** The strings of this map of strings by their keys. */
  get strings(): ReadonlyMap<string, string> {
    if (this.node?.kind !== 'map') return noStrings;
    const strings = new Map<string, string>();
    for (const { key, value } of this.node.entries) strings.set(key, stringOf(value));
    return strings;
  }

  /** The same value with the type of another, for values that Go types but the schema does not. */
  typedAs(other: Value): Value {
    return new Value(this.node, this.#above, this.key, other.#type, this.#isDropped, this.#step);
  }

  /** The same place with a text that defaulting writes there. */
  holding(text: string): Value {
    const { start, end } = this.key;
    const node: Node = { kind: 'scalar', value: text, style: 'double', start, end };
    return new Value(node, this.path, this.key, this.#type, this.#isDropped);
  }

  /** The same path without a value, for fields that are dropped before validation. */
  without(): Value {
    return new Value(undefined, this.#above, this.key, this.#type, this.#isDropped, this.#step);
  }

  /** The same value under the path of an item of another one, though that need not be a list. */
  reportedAtItem(other: Value, index: number): Value {
    return new Value(this.node, other, this.key, this.#type, this.#isDropped, index);
  }

  /** The same value with `[key].name` after its path. */
  reportedUnder(key: string, name: string): Value {
    return new Value(this.node, fieldOf(entryOf(this.path, key), name), this.key, this.#type, this.#isDropped);
  }

  /** The same value under the path of another one: where the server reports it by another name than its own. */
  reportedAt(other: Value): Value {
    return new Value(this.node, other, this.key, this.#type, this.#isDropped);
  }
}

/** `text` for a value at this node. */
function stringOf(node: Node): string {
  return node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
}

const noItems: readonly Value[] = [];
const noEntries: ReadonlyMap<string, Value> = new Map();
const noStrings: ReadonlyMap<string, string> = new Map();

function lastEntry({ entries }: MapNode, key: string): MapEntry | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry?.key === key) return entry;
  }
  return undefined;
}

function typeBelow(type: FieldType, step: Step | undefined): FieldType | undefined {
  if (type.kind === 'object') return type.type.fields.get(String(step))?.type;
  if (type.kind === 'list') return type.item;
  return type.kind === 'map' ? type.value : undefined;
}
