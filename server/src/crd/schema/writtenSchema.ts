import { entryFor, isNull, type MapNode, type Node } from '../../manifest/node.ts';
import { countOpenReads } from '../../manifest/open.ts';
import { type Json, jsonOf } from './json.ts';
import type { JsonSchema, ValidationRule } from './schema.ts';
import { keywordTraits, trait, typeTraits } from './traits.ts';

const noProperties: ReadonlyMap<string, WrittenSchema> = new Map();

const noCombinations: Combinations = { allOf: [], anyOf: [], oneOf: [], not: undefined };

const topologies = trait.listType | trait.listMapKeys | trait.mapType;

/**
 * A schema as written in a CustomResourceDefinition. Its structure and keywords are read at once, values lazily, since
 * schemas are large and few values are needed. Malformed parts read as absent: the definition is refused for them
 * elsewhere.
 */
export class WrittenSchema implements JsonSchema {
  /** The schema of a value that is not a map. */
  static readonly none: WrittenSchema = new WrittenSchema(undefined);

  readonly node: MapNode | undefined;
  readonly type: string;
  readonly properties: ReadonlyMap<string, WrittenSchema>;
  readonly items: WrittenSchema | undefined;
  readonly additionalProperties: WrittenSchema | boolean | undefined;
  /** Its own traits. */
  readonly ownTraits: number;
  /** The combined traits of the schema and those below it. */
  readonly traits: number;
  readonly #combinations: Combinations;
  #kept: Partial<Kept> | undefined;

  private constructor(node: MapNode | undefined) {
    let type = '';
    let properties = noProperties;
    let items: WrittenSchema | undefined;
    let additional: WrittenSchema | boolean | undefined;
    let combinations = noCombinations;
    let traits = 0;
    let below = 0;
    const entries = node?.entries ?? [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const { key, value } = entry;
      const keyword = keywordTraits.get(key) ?? 0;
      // The last duplicate key counts, and null is absent.
      const isNothing = isNull(value);
      if (!isNothing) traits |= keyword;
      switch (keyword) {
        case trait.type:
          type = textOf(value);
          break;
        case trait.properties:
          properties = propertiesOf(value);
          for (const property of properties.values()) below |= property.traits;
          break;
        case trait.items:
          items = value.kind === 'map' ? new WrittenSchema(value) : undefined;
          if (items !== undefined) below |= items.traits;
          else if (!isNothing) traits |= trait.unstructural;
          break;
        case trait.additionalProperties:
          additional = value.kind === 'map' ? new WrittenSchema(value) : isNothing ? undefined : isTrue(value);
          if (typeof additional === 'object') below |= additional.traits;
          break;
        case trait.combination:
          combinations = withCombination(combinations, key, value);
          below |= traitsOf(combinations);
          break;
        case trait.preserveUnknownFields:
          if (!isNothing && !isTrue(value)) traits |= trait.unstructural;
      }
    }
    traits |= typeTraits.get(type) ?? trait.strangeType;
    if (type === 'array' && items === undefined) traits |= trait.itemless;
    if (properties.size > 0 && additional !== undefined && additional !== true) traits |= trait.mixed;
    if ((traits & topologies) !== 0 && !isPlainTopology(node, traits, type)) traits |= trait.topology;
    this.node = node;
    this.type = type;
    this.properties = properties;
    this.items = items;
    this.additionalProperties = additional;
    this.ownTraits = traits;
    this.traits = traits | below;
    this.#combinations = combinations;
    this.#kept = undefined;
  }

  /** Reads a schema and everything below it. */
  static of(node: Node | undefined): WrittenSchema {
    return node?.kind === 'map' ? new WrittenSchema(node) : WrittenSchema.none;
  }

  get allOf(): readonly WrittenSchema[] {
    return this.#combinations.allOf;
  }

  get anyOf(): readonly WrittenSchema[] {
    return this.#combinations.anyOf;
  }

  get oneOf(): readonly WrittenSchema[] {
    return this.#combinations.oneOf;
  }

  get not(): WrittenSchema | undefined {
    return this.#combinations.not;
  }

  get default(): Json | undefined {
    return this.#keep(trait.default, 'default', (value) => jsonOf(value, value));
  }

  get enum(): readonly Json[] {
    return this.#keep(trait.enum, 'enum', (value) => itemsOf(value).map((item) => jsonOf(item, item))) ?? [];
  }

  get required(): readonly string[] {
    return this.#keep(trait.required, 'required', textsOf) ?? [];
  }

  get listMapKeys(): readonly string[] {
    return this.#keep(trait.listMapKeys, 'x-kubernetes-list-map-keys', textsOf) ?? [];
  }

  get rules(): readonly ValidationRule[] {
    return this.#keep(trait.rules, 'x-kubernetes-validations', rulesOf) ?? [];
  }

  get description(): string {
    return textOf(this.#value(trait.description, 'description'));
  }

  get format(): string {
    return textOf(this.#value(trait.format, 'format'));
  }

  get pattern(): string {
    return textOf(this.#value(trait.pattern, 'pattern'));
  }

  get listType(): string {
    return textOf(this.#value(trait.listType, 'x-kubernetes-list-type'));
  }

  get mapType(): string {
    return textOf(this.#value(trait.mapType, 'x-kubernetes-map-type'));
  }

  get nullable(): boolean {
    return isTrue(this.#value(trait.nullable, 'nullable'));
  }

  get uniqueItems(): boolean {
    return isTrue(this.#value(trait.uniqueItems, 'uniqueItems'));
  }

  get intOrString(): boolean {
    return isTrue(this.#value(trait.intOrString, 'x-kubernetes-int-or-string'));
  }

  get embeddedResource(): boolean {
    return isTrue(this.#value(trait.embeddedResource, 'x-kubernetes-embedded-resource'));
  }

  get preserveUnknownFields(): boolean {
    return isTrue(this.#value(trait.preserveUnknownFields, 'x-kubernetes-preserve-unknown-fields'));
  }

  get exclusiveMinimum(): boolean {
    return isTrue(this.#value(trait.bound, 'exclusiveMinimum'));
  }

  get exclusiveMaximum(): boolean {
    return isTrue(this.#value(trait.bound, 'exclusiveMaximum'));
  }

  get minLength(): number | undefined {
    return numberOf(this.#value(trait.bound, 'minLength'));
  }

  get maxLength(): number | undefined {
    return numberOf(this.#value(trait.bound, 'maxLength'));
  }

  get minimum(): number | undefined {
    return numberOf(this.#value(trait.bound, 'minimum'));
  }

  get maximum(): number | undefined {
    return numberOf(this.#value(trait.bound, 'maximum'));
  }

  get multipleOf(): number | undefined {
    return numberOf(this.#value(trait.bound, 'multipleOf'));
  }

  get minItems(): number | undefined {
    return numberOf(this.#value(trait.bound, 'minItems'));
  }

  get maxItems(): number | undefined {
    return numberOf(this.#value(trait.bound, 'maxItems'));
  }

  get minProperties(): number | undefined {
    return numberOf(this.#value(trait.bound, 'minProperties'));
  }

  get maxProperties(): number | undefined {
    return numberOf(this.#value(trait.bound, 'maxProperties'));
  }

  #value(written: number, keyword: string): Node | undefined {
    return (this.ownTraits & written) === 0 || this.node === undefined
      ? undefined
      : entryFor(this.node, keyword)?.value;
  }

  /** Caches expensive values, except open ones, whose repeated reads would go unnoticed. */
  #keep<K extends keyof Kept>(written: number, keyword: K, read: (value: Node) => Kept[K]): Kept[K] | undefined {
    const known = this.#kept?.[keyword];
    if (known !== undefined) return known;
    const value = this.#value(written, keyword);
    if (value === undefined || isNull(value)) return undefined;
    const looks = countOpenReads();
    const result = read(value);
    if (countOpenReads() === looks) {
      this.#kept ??= {};
      this.#kept[keyword] = result;
    }
    return result;
  }
}

interface Kept {
  default: Json;
  enum: readonly Json[];
  required: readonly string[];
  'x-kubernetes-list-map-keys': readonly string[];
  'x-kubernetes-validations': readonly ValidationRule[];
}

interface Combinations {
  readonly allOf: readonly WrittenSchema[];
  readonly anyOf: readonly WrittenSchema[];
  readonly oneOf: readonly WrittenSchema[];
  readonly not: WrittenSchema | undefined;
}

function withCombination(known: Combinations, keyword: string, value: Node): Combinations {
  switch (keyword) {
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return { ...known, [keyword]: itemsOf(value).map(WrittenSchema.of) };
    default:
      return { ...known, not: value.kind === 'map' ? WrittenSchema.of(value) : undefined };
  }
}

function traitsOf({ allOf, anyOf, oneOf, not }: Combinations): number {
  let traits = not?.traits ?? 0;
  for (const group of [allOf, anyOf, oneOf]) for (const writtenSchema of group) traits |= writtenSchema.traits;
  return traits;
}

function propertiesOf(value: Node): ReadonlyMap<string, WrittenSchema> {
  if (value.kind !== 'map') return noProperties;
  const properties = new Map<string, WrittenSchema>();
  const { entries } = value;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (entry !== undefined) properties.set(entry.key, WrittenSchema.of(entry.value));
  }
  return properties;
}

function isPlainTopology(node: MapNode | undefined, traits: number, type: string): boolean {
  if (node === undefined || (traits & trait.listMapKeys) !== 0) return false;
  const at = (keyword: string): string => textOf(entryFor(node, keyword)?.value);
  if ((traits & trait.listType) !== 0 && (type !== 'array' || at('x-kubernetes-list-type') !== 'atomic')) return false;
  if ((traits & trait.mapType) === 0) return true;
  const mapType = at('x-kubernetes-map-type');
  return type === 'object' && (mapType === 'atomic' || mapType === 'granular');
}

function rulesOf(value: Node): readonly ValidationRule[] {
  return itemsOf(value).flatMap((item) => (item.kind === 'map' ? [readRule(item)] : []));
}

function readRule(node: MapNode): ValidationRule {
  const at = (key: string): Node | undefined => entryFor(node, key)?.value;
  return {
    rule: textOf(at('rule')),
    message: textOf(at('message')),
    messageExpression: textOf(at('messageExpression')),
    reason: textOf(at('reason')),
    fieldPath: textOf(at('fieldPath')),
    optionalOldSelf: isTrue(at('optionalOldSelf')),
    span: at('rule') ?? node,
  };
}

function itemsOf(value: Node): readonly Node[] {
  return value.kind === 'list' ? value.items : [];
}

function textsOf(value: Node): readonly string[] {
  return itemsOf(value).map(textOf);
}

function textOf(value: Node | undefined): string {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}

function isTrue(value: Node | undefined): boolean {
  return value?.kind === 'scalar' && value.value === true;
}

function numberOf(value: Node | undefined): number | undefined {
  if (value?.kind !== 'scalar') return undefined;
  if (typeof value.value === 'bigint') return Number(value.value);
  return typeof value.value === 'number' ? value.value : undefined;
}
