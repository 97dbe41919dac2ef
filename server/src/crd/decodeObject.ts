import type { FieldDefinition, TypeDefinition } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import type { Decoded, DecodeError, UnknownField, Wanted } from '../decode/decoded.ts';
import type { MapNode } from '../manifest/node.ts';
import { minor } from '../target/version.ts';
import { decodeEmbedded } from './embedded.ts';
import type { InstalledVersion } from './installed.ts';
import { withDefaults, withoutNulls } from './schema/defaulting.ts';
import { typeOfSchema } from './schema/fieldTypes.ts';
import type { JsonMap } from './schema/json.ts';
import { prune } from './schema/prune.ts';

/** A custom resource as the server has it when it begins to validate, and what it said while reading it. */
export interface DecodedObject {
  readonly decoded: Decoded;
  /** Pruned and defaulted, without what a create ignores. */
  readonly object: JsonMap;
}

/**
 * Reads a custom resource as `schemaCoercingDecoder` of apiextensions-apiserver does: only the metadata and that of
 * embedded resources has Go types that a value may fail to decode into; fields that the schema lacks are pruned, and
 * strict field validation refuses them; nulls vanish and defaults come.
 *
 * @param metadata the type of an object's metadata in the target's binary.
 */
export function decodeObject(
  root: MapNode,
  { definition, version }: InstalledVersion,
  metadata: TypeDefinition,
  wanted: Wanted,
): DecodedObject {
  const { schema } = version;
  const typed = decode(root, resourceType(metadata), wanted);
  const pruned = prune(root, root, schema, true);
  const embedded = decodeEmbedded(root, schema, metadata);
  const fields = definition.preserveUnknownFields ? [] : pruned.fields;
  const unknown: UnknownField[] = [
    // What else stands at the top is the schema's to know.
    ...typed.unknown.filter(({ path }) => path?.parent !== undefined),
    ...embedded.unknown,
    ...fields.map(({ path, entry, object, schema: owner }) => ({
      path,
      entry,
      object,
      owner: typeOfSchema(owner, owner === undefined ? 'object' : typeNameAt(definition.kind, path)),
    })),
  ];
  unknown.sort((a, b) => a.entry.keySpan.start - b.entry.keySpan.start);
  const errors: readonly DecodeError[] = [...typed.errors, ...embedded.errors];
  const { duplicates, fields: occurrences, objects } = typed;
  const isPruned = !definition.preserveUnknownFields;
  const whole = withDefaults(isPruned ? withoutNulls(pruned.value, schema) : pruned.value, schema);
  return {
    decoded: { errors, unknown, duplicates, fields: occurrences, objects },
    object: whole.kind === 'map' ? withoutStatus(whole, version.hasStatus) : emptyAt(root),
  };
}

function withoutStatus(object: JsonMap, hasStatus: boolean): JsonMap {
  if (!hasStatus || !object.entries.has('status')) return object;
  return { ...object, entries: new Map([...object.entries].filter(([key]) => key !== 'status')) };
}

function emptyAt({ start, end }: MapNode): JsonMap {
  return { kind: 'map', entries: new Map(), place: { start, end } };
}

/** `Foo.spec.template` for a field below it. */
function typeNameAt(kind: string, path: UnknownField['path']): string {
  const names: string[] = [];
  for (let at = path?.parent; at !== undefined; at = at.parent) {
    if (typeof at.name === 'string') names.push(at.name);
  }
  return [kind, ...names.reverse()].join('.');
}

const resourceTypes = new WeakMap<TypeDefinition, TypeDefinition>();

/** What every resource has, typed. */
function resourceType(metadata: TypeDefinition): TypeDefinition {
  let type = resourceTypes.get(metadata);
  if (type === undefined) {
    const string = { kind: 'scalar', scalar: 'string' } as const;
    type = {
      name: 'object',
      fields: new Map([
        ['apiVersion', field('apiVersion', string)],
        ['kind', field('kind', string)],
        ['metadata', field('metadata', { kind: 'object', type: metadata })],
      ]),
    };
    resourceTypes.set(metadata, type);
  }
  return type;
}

function field(name: string, type: FieldDefinition['type']): FieldDefinition {
  return {
    owner: 'object',
    name,
    type,
    required: false,
    introduced: minor(8),
    last: undefined,
    enum: undefined,
    listType: undefined,
    listMapKeys: [],
    constants: undefined,
    gates: [],
    mentionedGates: [],
    deprecated: false,
  };
}
