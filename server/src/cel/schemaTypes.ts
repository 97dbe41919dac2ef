import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Declarations, Structs } from './environment.ts';
import { escapeName, isReserved } from './escape.ts';
import { boolType, dynType, intType, listOf, mapOf, optionalOf, stringType, structOf, type Type } from './type.ts';

/** The properties of a custom resource's schema that affect the types of its values. */
export interface SchemaShape {
  readonly type: string;
  readonly format: string;
  readonly intOrString: boolean;
  readonly embeddedResource: boolean;
  readonly properties: ReadonlyMap<string, SchemaShape>;
  readonly additionalProperties: SchemaShape | boolean | undefined;
  readonly items: SchemaShape | undefined;
}

/** The type name of a schema's objects, which no expression can write. */
const rootName = '@self';

/** The declarations of a schema's rules: `self`, `oldSelf`, and the fields of its objects. */
export interface RuleDeclarations {
  /** For rules that need an old value. */
  readonly required: Declarations;
  /** For rules with `optionalOldSelf`. */
  readonly optional: Declarations;
}

/**
 * The declarations of a schema's rules; undefined if the schema has no CEL type.
 *
 * @param isRoot whether it is the schema of a whole resource, which always has a name.
 * @param keywords whether fields named like reserved words may be selected without escaping.
 */
export function ruleDeclarations(
  schema: SchemaShape,
  isRoot: boolean,
  keywords: boolean,
): RuleDeclarations | undefined {
  const structs = new SchemaStructs(keywords);
  const type = structs.typeOf(schema, rootName, isRoot || schema.embeddedResource);
  if (type === undefined) return undefined;
  const variables = (old: Type): ReadonlyMap<string, Type> =>
    new Map([
      ['self', type],
      ['oldSelf', old],
    ]);
  return {
    required: { variables: variables(type), structs },
    optional: { variables: variables(optionalOf(type)), structs },
  };
}

/** The objects of a schema by their place in it. Source: k8s.io/apiserver pkg/cel/common/schemas.go, SchemaDeclType. */
class SchemaStructs implements Structs {
  readonly #keywords: boolean;
  readonly #schemas = new Map<string, { readonly schema: SchemaShape; readonly isRoot: boolean }>();
  readonly #fields = new Map<string, ReadonlyMap<string, Type>>();
  readonly #known = new Map<string, Type | undefined>();

  constructor(keywords: boolean) {
    this.#keywords = keywords;
  }

  has(struct: string): boolean {
    return this.#schemas.has(struct);
  }

  field(struct: string, field: string): Type | undefined {
    const known = this.#schemas.get(struct);
    // Objects have many fields, rules read few, and most names need no escaping.
    if (known === undefined || known.isRoot || escapeName(field) !== field) return this.#anyField(struct, field);
    const path = `${struct}.${field}`;
    if (!this.#known.has(path)) {
      const property = known.schema.properties.get(field);
      this.#known.set(path, property && this.typeOf(property, path, property.embeddedResource));
    }
    return this.#known.get(path);
  }

  #anyField(struct: string, field: string): Type | undefined {
    const fields = getOrInsertComputed(this.#fields, struct, () => this.#read(struct));
    return fields.get(field) ?? (this.#keywords && isReserved(field) ? fields.get(`__${field}__`) : undefined);
  }

  /** The type of a schema's values; undefined where expressions do not see them. */
  typeOf(schema: SchemaShape, path: string, isRoot: boolean): Type | undefined {
    if (schema.intOrString) return dynType;
    const inner = (below: SchemaShape, name: string): Type | undefined =>
      this.typeOf(below, `${path}.${name}`, below.embeddedResource);
    switch (schema.type) {
      case 'array': {
        const items = schema.items === undefined ? undefined : inner(schema.items, '@idx');
        return items === undefined ? undefined : listOf(items);
      }
      case 'object': {
        if (typeof schema.additionalProperties === 'object') {
          const values = inner(schema.additionalProperties, '@elem');
          return values === undefined ? undefined : mapOf(stringType, values);
        }
        this.#schemas.set(path, { schema, isRoot });
        return structOf(path);
      }
      case 'string':
        return stringFormats.get(schema.format) ?? stringType;
      case 'boolean':
        return boolType;
      case 'number':
        return { kind: 'double' };
      case 'integer':
        return intType;
      default:
        return undefined;
    }
  }

  #read(struct: string): ReadonlyMap<string, Type> {
    const known = this.#schemas.get(struct);
    const fields = new Map<string, Type>();
    if (known === undefined) return fields;
    for (const [name, property] of known.schema.properties) {
      const escaped = escapeName(name);
      const type = this.typeOf(property, `${struct}.${name}`, property.embeddedResource);
      if (escaped !== undefined && type !== undefined) fields.set(escaped, type);
    }
    if (known.isRoot) this.#addMetadata(struct, fields);
    return fields;
  }

  /** Every resource has a kind, a version and a name, whatever its schema. */
  #addMetadata(struct: string, fields: Map<string, Type>): void {
    fields.set('apiVersion', stringType);
    fields.set('kind', stringType);
    const metadata = `${struct}.metadata`;
    const name = { ...anyString };
    const properties = new Map([...metadataNames.map((key) => [key, name] as const)]);
    this.#schemas.set(metadata, { schema: { ...anyString, type: 'object', properties }, isRoot: false });
    this.#fields.delete(metadata);
    fields.set('metadata', structOf(metadata));
  }
}

const metadataNames = ['name', 'generateName'];

const anyString: SchemaShape = {
  type: 'string',
  format: '',
  intOrString: false,
  embeddedResource: false,
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
};

const stringFormats = new Map<string, Type>([
  ['byte', { kind: 'bytes' }],
  ['duration', { kind: 'duration' }],
  ['date', { kind: 'timestamp' }],
  ['date-time', { kind: 'timestamp' }],
]);
