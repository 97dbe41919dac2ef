import { readSchema } from '../../../../crd/schema/readSchema.ts';
import { keywordTraits, trait } from '../../../../crd/schema/traits.ts';
import type { WrittenSchema } from '../../../../crd/schema/writtenSchema.ts';
import { entryFor, isNull, type Node } from '../../../../manifest/node.ts';
import type { Value } from '../../../value.ts';

/** A property of a schema: its name and schema. */
type Property = readonly [string, Schema];

/** Traits that every schema may have: a type, or none. */
const anyTrait = -1;

/**
 * A `JSONSchemaProps` schema of a CustomResourceDefinition with its path. Created lazily on the way down: most schemas
 * have no errors.
 */
export class Schema {
  readonly value: Value;
  readonly written: WrittenSchema;

  private constructor(value: Value, written: WrittenSchema) {
    this.value = value;
    this.written = written;
  }

  /** The schema at a value. */
  static at(value: Value): Schema {
    return new Schema(value, readSchema(value.node));
  }

  get type(): string {
    return this.written.type;
  }

  /** Whether it or a schema below it has one of these traits, including traits unknown to the target's server. */
  mayHave(traits: number): boolean {
    return (this.written.traits & traits) !== 0;
  }

  /** Whether a field's value is not Go's zero value. */
  has(field: string): boolean {
    // Traits show quickly that most keywords are absent.
    const keyword = keywordTraits.get(field);
    if (keyword !== undefined && (this.written.ownTraits & keyword) === 0) return false;
    const { node } = this.value;
    const value = node?.kind === 'map' ? entryFor(node, field)?.value : undefined;
    return value !== undefined && isSet(field, value) && this.value.has(field);
  }

  /** The names of the fields whose value is not Go's zero value. */
  get fields(): ReadonlySet<string> {
    const { node } = this.value;
    const entries = node?.kind === 'map' ? node.entries : [];
    return new Set(entries.flatMap(({ key }) => (this.has(key) ? [key] : [])));
  }

  get hasProperties(): boolean {
    return this.written.properties.size > 0;
  }

  /** The schema of a property. */
  property(name: string): Schema | undefined {
    const written = this.written.properties.get(name);
    return written && new Schema(this.value.at('properties').entry(name), written);
  }

  get properties(): readonly Property[] {
    return this.propertiesWith(anyTrait);
  }

  /** The properties that have one of these traits, themselves or below. */
  propertiesWith(traits: number): readonly Property[] {
    if (!this.mayHave(traits)) return noProperties;
    const found: Property[] = [];
    let values: Value | undefined;
    // Much faster than a loop over all entries, most of which are skipped.
    this.written.properties.forEach((written, name) => {
      if ((written.traits & traits) === 0) return;
      values ??= this.value.at('properties');
      found.push([name, new Schema(values.entry(name), written)]);
    });
    return found;
  }

  /** The schema of a list's items; undefined if absent or if `items` is a list. */
  get items(): Schema | undefined {
    const { items } = this.written;
    return items && new Schema(this.value.at('items').typedAs(this.value), items);
  }

  /** The schemas of `items` where it is a list. */
  get itemList(): readonly Schema[] {
    if ((this.written.ownTraits & trait.unstructural) === 0) return none;
    return this.value.at('items').items.map((item) => Schema.at(item.typedAs(this.value)));
  }

  /** The schema of additional properties; undefined if absent. */
  get additional(): Schema | boolean | undefined {
    const { additionalProperties } = this.written;
    if (typeof additionalProperties !== 'object') return additionalProperties;
    return new Schema(this.value.at('additionalProperties').typedAs(this.value), additionalProperties);
  }

  get allOf(): readonly Schema[] {
    return this.#combined('allOf');
  }

  get anyOf(): readonly Schema[] {
    return this.#combined('anyOf');
  }

  get oneOf(): readonly Schema[] {
    return this.#combined('oneOf');
  }

  get not(): Schema | undefined {
    const { not } = this.written;
    return not && new Schema(this.value.at('not'), not);
  }

  /** Schemas below fields that no CustomResourceDefinition may use. */
  get outlawed(): readonly Schema[] {
    if ((this.written.ownTraits & trait.unstructural) === 0) return none;
    return ['definitions', 'dependencies'].flatMap((field) =>
      this.has(field) ? [...this.value.at(field).entries.values()].map(Schema.at) : [],
    );
  }

  get listType(): string | undefined {
    return this.#textOf('x-kubernetes-list-type');
  }

  get mapType(): string | undefined {
    return this.#textOf('x-kubernetes-map-type');
  }

  get mapKeys(): readonly string[] {
    return this.has(mapKeys) ? this.value.at(mapKeys).texts : noTexts;
  }

  #combined(keyword: 'allOf' | 'anyOf' | 'oneOf'): readonly Schema[] {
    const written = this.written[keyword];
    if (written.length === 0) return none;
    const { items } = this.value.at(keyword);
    return written.flatMap((writtenSchema, index) => {
      const value = items[index];
      return value === undefined ? [] : [new Schema(value, writtenSchema)];
    });
  }

  #textOf(field: string): string | undefined {
    return this.has(field) ? this.value.at(field).text : undefined;
  }
}

const mapKeys = 'x-kubernetes-list-map-keys';
const none: readonly Schema[] = [];
const noTexts: readonly string[] = [];
const noProperties: readonly Property[] = [];

/** Whether a schema or any below it fulfils a condition: `SchemaHas`. */
export function schemaHas(schema: Schema, condition: (schema: Schema) => boolean): boolean {
  return condition(schema) || childrenOf(schema).some((child) => schemaHas(child, condition));
}

function childrenOf(schema: Schema): readonly Schema[] {
  const { properties, itemList, allOf, anyOf, oneOf, outlawed, items, not, additional } = schema;
  const children = [
    ...properties.map(([, property]) => property),
    ...itemList,
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...outlawed,
  ];
  if (items !== undefined) children.push(items);
  if (not !== undefined) children.push(not);
  if (typeof additional === 'object') children.push(additional);
  return children;
}

/** Fields that are pointers in Go: written at all they are set, be they empty or false. */
const pointers = new Set([
  '$ref',
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'default',
  'example',
  'dependencies',
  'externalDocs',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
]);

function isSet(field: string, node: Node): boolean {
  if (isNull(node)) return false;
  if (pointers.has(field)) return true;
  if (node.kind === 'list') return node.items.length > 0;
  if (node.kind === 'map') return node.entries.length > 0;
  return node.value !== '' && node.value !== false;
}
