import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { ApiField, ApiType, FieldType } from '../../../server/src/catalog/types.ts';
import type { Minor } from '../../../server/src/targets/version.ts';

/** A field of a struct in all binaries that have it, with its children. */
export interface FieldNode {
  readonly name: string;
  /** Oldest first. */
  readonly minors: readonly Minor[];
  /** The definitions that differ, oldest first. */
  readonly fields: readonly ApiField[];
  /** `[]` and `{}` for the lists and maps between the field and its children. */
  readonly marks: string;
  readonly below: readonly FieldNode[];
}

/** A type as a binary has it. */
type TypeAt = readonly [Minor, ApiType];

/**
 * The fields of structs in many binaries, merged: shared types are walked once. A recursive struct is walked once per
 * path.
 */
export class BuiltInTree {
  readonly #catalog: Catalog;
  readonly #known = new Map<string, readonly FieldNode[]>();
  /** How often a struct was met below itself. */
  #cuts = 0;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** The fields of the root type of a kind in the binaries that have it. */
  ofKind(gvk: Parameters<Catalog['rootType']>[1], minors: readonly Minor[]): readonly FieldNode[] {
    const types = minors.flatMap((minor): readonly TypeAt[] => {
      const type = this.#catalog.rootType(minor, gvk);
      return type === undefined ? [] : [[minor, type]];
    });
    return this.#fields(types, []);
  }

  #fields(types: readonly TypeAt[], above: readonly string[]): readonly FieldNode[] {
    const name = types[0]?.[1].name;
    if (name === undefined) return [];
    if (above.includes(name)) {
      this.#cuts++;
      return [];
    }
    const key = `${types.map(([minor]) => minor)} ${[...new Set(types.map(([, type]) => type.name))]}`;
    let fields = this.#known.get(key);
    if (fields === undefined) {
      const before = this.#cuts;
      fields = this.#walk(types, [...above, name]);
      // A truncation here need not apply elsewhere.
      if (this.#cuts === before) this.#known.set(key, fields);
    }
    return fields;
  }

  #walk(types: readonly TypeAt[], above: readonly string[]): readonly FieldNode[] {
    const byName = new Map<string, (readonly [Minor, ApiField])[]>();
    for (const [minor, type] of types) {
      for (const [name, field] of type.fields) {
        const known = byName.get(name);
        if (known === undefined) byName.set(name, [[minor, field]]);
        else known.push([minor, field]);
      }
    }
    return [...byName].map(([name, at]) => {
      const inner = at.flatMap(([minor, { type }]): readonly TypeAt[] => {
        const { object } = unwrapped(type);
        return object === undefined ? [] : [[minor, object]];
      });
      return {
        name,
        minors: at.map(([minor]) => minor),
        fields: [...new Set(at.map(([, field]) => field))],
        marks: unwrapped(at.at(-1)?.[1].type).marks,
        below: inner.length === 0 ? [] : this.#fields(inner, above),
      };
    });
  }
}

function unwrapped(type: FieldType | undefined): { readonly marks: string; readonly object?: ApiType } {
  if (type === undefined) return { marks: '' };
  switch (type.kind) {
    case 'list':
    case 'map': {
      const inner = unwrapped(type.kind === 'list' ? type.item : type.value);
      return { ...inner, marks: `${type.kind === 'list' ? '[]' : '{}'}${inner.marks}` };
    }
    case 'object':
      return { marks: '', object: type.type };
    case 'schema-or':
      return { marks: '', object: type.schema };
    case 'scalar':
      return { marks: '' };
  }
}
