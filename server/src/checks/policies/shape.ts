import table from '../../../data/authored/merge.json' with { type: 'json' };
import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import type { JsonSchema } from '../../crd/schema/schema.ts';

/**
 * The type of a value and how a server-side merge combines its parts. `open` is a value without a schema. Source:
 * k8s.io/kube-openapi pkg/schemaconv.
 */
export type MergeShape =
  | { readonly kind: 'scalar'; readonly accepts: Scalar }
  | { readonly kind: 'list'; readonly merge: ListMerge; readonly item: () => MergeShape }
  | {
      readonly kind: 'map';
      readonly isAtomic: boolean;
      /** The shape of a field; undefined if it does not exist. */
      readonly field: (name: string) => MergeShape | undefined;
      /** Whether it is a map with free keys, not a struct. */
      readonly isMapping: boolean;
    }
  | { readonly kind: 'open' /** Whether it is replaced as a whole. */; readonly isAtomic: boolean };

/** The type that a leaf accepts. */
export type Scalar = 'string' | 'boolean' | 'number' | 'any';

/** How two lists are merged: replaced as a whole, by value, or by these key fields of their items. */
export type ListMerge = 'atomic' | 'set' | readonly string[];

const atomicStructs: ReadonlySet<string> = new Set(table.atomicStructs);
const atomicMaps: ReadonlySet<string> = new Set(table.atomicMaps);
const granularFields: ReadonlySet<string> = new Set(table.granularFields);
const keyDefaults: ReadonlyMap<string, string> = new Map(Object.entries(table.keyDefaults));

/** The default of a missing key of a list item; undefined if there is none. */
export function keyDefault(key: string): string | undefined {
  return keyDefaults.get(key);
}

/** The shape of a value without a schema. */
export const open: MergeShape = { kind: 'open', isAtomic: false };

/** The shape of raw JSON of a built-in type (`__untyped_atomic_` in k8s.io/kube-openapi pkg/schemaconv). */
const raw: MergeShape = { kind: 'open', isAtomic: true };

/** The shape of a built-in type. */
export function shapeOfType(type: ApiType): MergeShape {
  return {
    kind: 'map',
    isAtomic: atomicStructs.has(type.name),
    isMapping: false,
    field: (name) => {
      const field = type.fields.get(name);
      return field && shapeOfField(field);
    },
  };
}

function shapeOfField(field: ApiField): MergeShape {
  const { type, listType, listMapKeys, owner, name } = field;
  if (type.kind === 'list') {
    // Lists without a list type are replaced as a whole.
    const merge = listType === 'map' ? listMapKeys : (listType ?? 'atomic');
    return { kind: 'list', merge, item: () => shapeOfFieldType(type.item) };
  }
  if (type.kind === 'map') {
    const isAtomic = atomicMaps.has(`${owner}.${name}`);
    return { kind: 'map', isAtomic, isMapping: true, field: () => shapeOfFieldType(type.value) };
  }
  const shape = shapeOfFieldType(type);
  return shape.kind === 'map' && granularFields.has(`${owner}.${name}`) ? { ...shape, isAtomic: false } : shape;
}

function shapeOfFieldType(type: FieldType): MergeShape {
  switch (type.kind) {
    case 'object':
      return shapeOfType(type.type);
    case 'list':
      return { kind: 'list', merge: 'atomic', item: () => shapeOfFieldType(type.item) };
    case 'map':
      return { kind: 'map', isAtomic: false, isMapping: true, field: () => shapeOfFieldType(type.value) };
    case 'scalar':
      return shapeOfScalar(type.scalar);
    default:
      return open;
  }
}

function shapeOfScalar(scalar: string): MergeShape {
  switch (scalar) {
    case 'boolean':
      return { kind: 'scalar', accepts: 'boolean' };
    case 'int32':
    case 'int64':
    case 'double':
      return { kind: 'scalar', accepts: 'number' };
    case 'quantity':
    case 'int-or-string':
      return { kind: 'scalar', accepts: 'any' };
    case 'raw':
    case 'any':
      return raw;
    default:
      return { kind: 'scalar', accepts: 'string' };
  }
}

/**
 * The shape of a custom resource.
 *
 * @param metadata the type of the metadata of every object.
 */
export function shapeOfCustom(schema: JsonSchema, metadata: ApiType): MergeShape {
  const shape = shapeOfSchema(schema);
  const field = (name: string): MergeShape | undefined => {
    if (name === 'metadata') return shapeOfType(metadata);
    if (name === 'apiVersion' || name === 'kind') return { kind: 'scalar', accepts: 'string' };
    return shape.kind === 'map' ? shape.field(name) : open;
  };
  return { kind: 'map', isAtomic: shape.kind === 'map' && shape.isAtomic, isMapping: false, field };
}

function shapeOfSchema(schema: JsonSchema): MergeShape {
  if (schema.intOrString) return { kind: 'scalar', accepts: 'any' };
  switch (schema.type) {
    case 'object':
      return shapeOfObject(schema);
    case 'array': {
      const { items, listType, listMapKeys } = schema;
      const merge = listType === 'map' ? listMapKeys : listType === 'set' ? 'set' : 'atomic';
      return { kind: 'list', merge, item: () => (items === undefined ? open : shapeOfSchema(items)) };
    }
    case 'string':
      return { kind: 'scalar', accepts: 'string' };
    case 'boolean':
      return { kind: 'scalar', accepts: 'boolean' };
    case 'integer':
    case 'number':
      return { kind: 'scalar', accepts: 'number' };
    default:
      return open;
  }
}

function shapeOfObject(schema: JsonSchema): MergeShape {
  const { properties, additionalProperties, mapType, preserveUnknownFields, embeddedResource } = schema;
  if (embeddedResource) return open;
  const isMapping = properties.size === 0;
  const field = (name: string): MergeShape | undefined => {
    const property = properties.get(name);
    if (property !== undefined) return shapeOfSchema(property);
    if (typeof additionalProperties === 'object') return shapeOfSchema(additionalProperties);
    return preserveUnknownFields || additionalProperties === true || isMapping ? open : undefined;
  };
  return { kind: 'map', isAtomic: mapType === 'atomic', isMapping, field };
}
