import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { jsonAt, type PlainJson } from '../schema/json.ts';
import { emptySchema, type JsonSchema } from '../schema/schema.ts';
import type { CrdSetPack, TraitsRow } from './pack.ts';
import { isKnown, isList, traitAt } from './traitsAt.ts';

const nowhere = { start: 0, end: 0 };

/** The schemas of one release of a set. Releases share equal ones, with everything below them. */
export class SetSchemas {
  readonly #pack: CrdSetPack;
  readonly #release: number;
  readonly #shared: SharedSchemas;

  constructor(pack: CrdSetPack, release: number) {
    this.#pack = pack;
    this.#release = release;
    this.#shared = SharedSchemas.of(pack);
  }

  /** The schema of a node; the empty schema if there is none. */
  schema(node: number | undefined): JsonSchema {
    if (node === undefined) return { ...emptySchema, preserveUnknownFields: true };
    const variants = this.#shared.schemasOf(node, this.#release);
    let schema = variants.get(node);
    if (schema === undefined) {
      schema = this.#make(node);
      variants.set(node, schema);
    }
    return schema;
  }

  #make(node: number): JsonSchema {
    const [traits = -1, ...below] = this.#pack.nodes[node] ?? [];
    const row = this.#pack.traits[traits] ?? {};
    const properties = new Map<string, JsonSchema>();
    const required: string[] = [];
    let items: JsonSchema | undefined;
    let additionalProperties: JsonSchema | undefined;
    for (let i = 0; i < below.length; i += 2) {
      const name = this.#pack.names[below[i] ?? -1] ?? '';
      const inner = below[i + 1] ?? -1;
      const innerRow = this.#rowOf(inner);
      if (!isKnown(innerRow, this.#release)) continue;
      if (name === '[]') items = this.schema(inner);
      else if (name === '{}') additionalProperties = this.schema(inner);
      else {
        properties.set(name, this.schema(inner));
        if (traitAt(innerRow, 'r', this.#release) === 1) required.push(name);
      }
    }
    return { ...emptySchema, ...this.#keywords(row), properties, required, items, additionalProperties };
  }

  #rowOf(node: number): TraitsRow {
    return this.#pack.traits[this.#pack.nodes[node]?.[0] ?? -1] ?? {};
  }

  #keywords(row: TraitsRow): Partial<JsonSchema> {
    const traitOf = (key: string) => traitAt(row, key, this.#release);
    const number = (key: string): number | undefined => {
      const value = traitOf(key);
      return typeof value === 'number' ? value : undefined;
    };
    const text = (key: string): string => {
      const value = traitOf(key);
      return typeof value === 'string' ? value : '';
    };
    const list = (key: string): readonly PlainJson[] => {
      const value = traitOf(key);
      return isList(value) ? value : [];
    };
    const fallback = traitOf('df');
    const [type = '', format = ''] = text('t').split('/');
    return {
      ...typeOf(type, format),
      pattern: text('pat'),
      minLength: number('minl'),
      maxLength: number('maxl'),
      minimum: number('min'),
      maximum: number('max'),
      minItems: number('mini'),
      maxItems: number('maxi'),
      minProperties: number('minp'),
      maxProperties: number('maxp'),
      enum: list('e').map((value) => jsonAt(value, nowhere)),
      default: fallback === undefined || fallback === null ? undefined : jsonAt(fallback, nowhere),
      listType: text('lt'),
      listMapKeys: list('lk').filter((key) => typeof key === 'string'),
      mapType: text('mt'),
      ...(traitOf('keep') === true ? { preserveUnknownFields: true } : {}),
      ...(isSet(traitOf('null')) ? { nullable: true } : {}),
      ...(isSet(traitOf('embedded')) ? { embeddedResource: true } : {}),
    };
  }
}

/** The shared schemas of a pack's releases. */
class SharedSchemas {
  static readonly #known = new WeakMap<CrdSetPack, SharedSchemas>();
  readonly #pack: CrdSetPack;
  readonly #changes = new Map<number, readonly number[]>();
  readonly #traits = new Map<number, readonly number[]>();
  readonly #schemas = new Map<number, Map<number, JsonSchema>>();

  private constructor(pack: CrdSetPack) {
    this.#pack = pack;
  }

  static of(pack: CrdSetPack): SharedSchemas {
    return getOrInsertComputed(SharedSchemas.#known, pack, () => new SharedSchemas(pack));
  }

  /** The schemas that a release shares with earlier ones in which a node is the same. */
  schemasOf(node: number, release: number): Map<number, JsonSchema> {
    const since = this.since(node, release);
    return getOrInsertComputed(this.#schemas, since, () => new Map());
  }

  /** The first release from which nothing at or below a node changes up to this one. */
  since(node: number, release: number): number {
    return this.#changesOf(node).findLast((change) => change <= release) ?? 0;
  }

  /** The releases that change anything at or below a node, in order. */
  #changesOf(node: number): readonly number[] {
    return getOrInsertComputed(this.#changes, node, () => {
      const [traits = -1, ...below] = this.#pack.nodes[node] ?? [];
      const all = new Set(this.#traitChanges(traits));
      for (let i = 1; i < below.length; i += 2) for (const change of this.#changesOf(below[i] ?? -1)) all.add(change);
      return [...all].sort((a, b) => a - b);
    });
  }

  #traitChanges(traits: number): readonly number[] {
    return getOrInsertComputed(this.#traits, traits, () =>
      Object.entries(this.#pack.traits[traits] ?? {}).flatMap(([key, value]) => changesIn(key, value)),
    );
  }
}

function changesIn(key: string, value: PlainJson): readonly number[] {
  // Unknown rules do not distinguish schemas.
  if (key === 'rules') return [];
  if (key === 'in' && isList(value)) {
    return value.flatMap((span) => {
      const [first, last] = isList(span) ? span : [];
      if (typeof first !== 'number' || typeof last !== 'number') return [];
      return last < 0 ? [first] : [first, last + 1];
    });
  }
  if (typeof value !== 'object' || value === null || isList(value) || !isList(value['changes'])) return [];
  return value['changes'].flatMap((change) => {
    const [from] = isList(change) ? change : [];
    return typeof from === 'number' ? [from] : [];
  });
}

/**
 * The first release from which nothing at or below a node changes up to this one: equal for two equivalent releases.
 */
export function unchangedSince(pack: CrdSetPack, node: number, release: number): number {
  return SharedSchemas.of(pack).since(node, release);
}

/** Whether a release has the field at a path below a node. */
export function hasField(pack: CrdSetPack, node: number, path: readonly (string | number)[], release: number): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  const [, ...below] = pack.nodes[node] ?? [];
  for (let i = 0; i < below.length; i += 2) {
    const name = pack.names[below[i] ?? -1];
    const inner = below[i + 1] ?? -1;
    const fits = name === first || (name === '[]' && typeof first === 'number') || name === '{}';
    if (fits && isKnown(pack.traits[pack.nodes[inner]?.[0] ?? -1], release))
      return hasField(pack, inner, rest, release);
  }
  return false;
}

function typeOf(type: string, format: string): Partial<JsonSchema> {
  switch (type) {
    case '[]':
      return { type: 'array' };
    case 'int-or-string':
      return { intOrString: true };
    case 'any':
      return { preserveUnknownFields: true };
    default:
      return { type, format };
  }
}

/** Facts write a switch as `true` or `1`. */
function isSet(value: PlainJson | undefined): boolean {
  return value === true || value === 1;
}
