import type { ApiType } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import type { Decoded, DecodeError, OccurrenceFilter, UnknownField } from '../decode/decoded.ts';
import type { MapEntry, MapNode } from '../manifest/node.ts';
import { decodeEmbedded } from './embedded.ts';
import type { InstalledVersion } from './installed.ts';
import { anyResource } from './resourceType.ts';
import { isAppliedUnvalidated } from './schema/appliedUnvalidated.ts';
import { defaultingBudget, withDefaults, withoutNulls } from './schema/defaulting.ts';
import { typeOfSchema } from './schema/fieldTypes.ts';
import type { JsonMap } from './schema/json.ts';
import { type PrunedField, prune } from './schema/prune.ts';

/** Whether a request is a server-side apply, which accepts more of custom resources than other requests. */
export type ServerSideApply = 'yes' | 'no' | 'unknown';

/** A custom resource at the start of validation, with the problems of decoding. */
export interface DecodedObject {
  readonly decoded: Decoded;
  /** Pruned and defaulted, without fields that a create ignores; undefined if defaults make it too large to store. */
  readonly object: JsonMap | undefined;
}

/**
 * Reads a custom resource as `schemaCoercingDecoder` of apiextensions-apiserver does: only the metadata and that of
 * embedded resources has Go types that a value may fail to decode into; fields that the schema lacks are pruned, and
 * strict field validation refuses them; nulls vanish and defaults come.
 *
 * @param metadata the type of an object's metadata in the target's binary.
 * @param serverSideApply whether it is applied server-side: its nulls then stay, and not every field that the schema
 * lacks is refused.
 */
export function decodeObject(
  root: MapNode,
  { definition, version }: InstalledVersion,
  metadata: ApiType,
  wanted: OccurrenceFilter,
  serverSideApply: ServerSideApply = 'no',
): DecodedObject {
  const { schema } = version;
  const typed = decode(root, anyResource(metadata), wanted);
  const pruned = prune(root, root, schema, true);
  const embedded = decodeEmbedded(root, schema, metadata);
  // The facts of built-in sets do not distinguish a dot in a name from a step.
  const isKnownWhole = ({ entry }: { readonly entry: MapEntry }) =>
    !definition.origin.isPartial || !entry.key.includes('.');
  const fields = definition.preserveUnknownFields ? [] : pruned.fields.filter(isKnownWhole);
  const unseen = fields.filter(({ path }) => serverSideApply !== 'no' && isAppliedUnvalidated(schema, path));
  const ownedBy = ({ path, entry, object, schema: owner }: PrunedField): UnknownField => ({
    path,
    entry,
    object,
    owner: typeOfSchema(owner, owner === undefined ? 'object' : typeNameAt(definition.kind, path)),
  });
  const unknown: UnknownField[] = [
    // Other top-level fields are defined by the schema.
    ...typed.unknown.filter(({ path }) => path?.parent !== undefined),
    ...embedded.unknown,
    ...fields.filter((field) => !unseen.includes(field)).map(ownedBy),
  ];
  unknown.sort((a, b) => a.entry.keySpan.start - b.entry.keySpan.start);
  const errors: readonly DecodeError[] = [...typed.errors, ...embedded.errors];
  const { duplicates, fields: occurrences, objects } = typed;
  const isPruned = !definition.preserveUnknownFields;
  const budget = defaultingBudget();
  const losesNulls = isPruned && serverSideApply !== 'yes';
  const whole = withDefaults(losesNulls ? withoutNulls(pruned.value, schema) : pruned.value, schema, budget);
  const object = whole.kind === 'map' ? withName(withoutStatus(whole, version.hasStatus)) : emptyAt(root);
  return {
    decoded: { errors, unknown, unnoticed: unseen.map(ownedBy), duplicates, fields: occurrences, objects },
    object: budget.remaining > 0 ? object : undefined,
  };
}

function withoutStatus(object: JsonMap, hasStatus: boolean): JsonMap {
  if (!hasStatus || !object.entries.has('status')) return object;
  return { ...object, entries: new Map([...object.entries].filter(([key]) => key !== 'status')) };
}

const generatedSuffix = 'xxxxx';
const longestGeneratedPrefix = 58;

/** An object that is to be named by the server has its name before it is validated. */
function withName(object: JsonMap): JsonMap {
  const metadata = object.entries.get('metadata');
  if (metadata?.kind !== 'map') return object;
  const textAt = (key: string): string => {
    const value = metadata.entries.get(key);
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
  };
  const prefix = metadata.entries.get('generateName');
  if (textAt('name') !== '' || textAt('generateName') === '' || prefix === undefined) return object;
  const value = textAt('generateName').slice(0, longestGeneratedPrefix) + generatedSuffix;
  const named = new Map(metadata.entries).set('name', { kind: 'scalar', value, span: prefix.span });
  return { ...object, entries: new Map(object.entries).set('metadata', { ...metadata, entries: named }) };
}

function emptyAt({ start, end }: MapNode): JsonMap {
  return { kind: 'map', entries: new Map(), span: { start, end } };
}

/** `Foo.spec.template` for a field below it. */
function typeNameAt(kind: string, path: UnknownField['path']): string {
  const names: string[] = [];
  for (let at = path?.parent; at !== undefined; at = at.parent) {
    if (typeof at.name === 'string') names.push(at.name);
  }
  return [kind, ...names.reverse()].join('.');
}
