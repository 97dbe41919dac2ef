import type { ApiType } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import type { DecodeError, OccurrenceFilter, UnknownField } from '../decode/decoded.ts';
import { lastEntries } from '../decode/duplicates.ts';
import type { MapEntry, MapNode, Node } from '../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import type { JsonSchema } from './schema/schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/algorithm.go.

/** A whole resource within a custom resource (`x-kubernetes-embedded-resource`). */
export interface EmbeddedResource {
  readonly node: MapNode;
  readonly path: FieldPath;
  readonly key: Span;
}

/** Every embedded resource below a custom resource, the outer ones first. */
export function embeddedResources(root: MapNode, schema: JsonSchema): readonly EmbeddedResource[] {
  const found: EmbeddedResource[] = [];
  if (hasEmbedded(schema)) collect(root, schema, undefined, root, found);
  return found;
}

const embeds = new WeakMap<JsonSchema, boolean>();

/** Whether a schema embeds resources anywhere: most do not, and their objects need no walk. */
function hasEmbedded(schema: JsonSchema): boolean {
  const known = embeds.get(schema);
  if (known !== undefined) return known;
  const { properties, items, additionalProperties } = schema;
  const below = [...properties.values()];
  if (items !== undefined) below.push(items);
  if (typeof additionalProperties === 'object') below.push(additionalProperties);
  const answer = below.some((jsonSchema) => jsonSchema.embeddedResource || hasEmbedded(jsonSchema));
  embeds.set(schema, answer);
  return answer;
}

function collect(node: Node, schema: JsonSchema, path: FieldPath, key: Span, found: EmbeddedResource[]): void {
  const { items, properties, additionalProperties } = schema;
  if (node.kind === 'list') {
    if (items === undefined) return;
    node.items.forEach((item, index) => {
      collect(item, items, itemOf(path, index), item, found);
    });
  }
  if (node.kind !== 'map') return;
  if (schema.embeddedResource && path !== undefined) found.push({ node, path, key });
  for (const entry of lastEntries(node.entries)) {
    const jsonSchema = properties.get(entry.key);
    if (jsonSchema !== undefined) collect(entry.value, jsonSchema, fieldOf(path, entry.key), entry.keySpan, found);
    else if (typeof additionalProperties === 'object') {
      collect(entry.value, additionalProperties, entryOf(path, entry.key), entry.keySpan, found);
    }
  }
}

/** Decode errors and unknown metadata of embedded resources. */
export function decodeEmbedded(
  root: MapNode,
  schema: JsonSchema,
  metadata: ApiType,
): { readonly errors: readonly DecodeError[]; readonly unknown: readonly UnknownField[] } {
  const errors: DecodeError[] = [];
  const unknown: UnknownField[] = [];
  for (const { node, path } of embeddedResources(root, schema)) {
    for (const entry of lastEntries(node.entries)) {
      if (entry.key === 'apiVersion' || entry.key === 'kind') {
        const isText = entry.value.kind === 'scalar' && typeof entry.value.value === 'string';
        if (!isText) errors.push(refused(entry, path));
      }
      if (entry.key !== 'metadata') continue;
      const at = fieldOf(path, 'metadata');
      if (entry.value.kind === 'map') {
        const decoded = decode(entry.value, metadata, nothing);
        errors.push(...decoded.errors.map((error) => ({ ...error, path: below(at, error.path) })));
        unknown.push(...decoded.unknown.map((field) => ({ ...field, path: below(at, field.path) })));
      } else if (entry.value.kind === 'list' || entry.value.value !== null) errors.push(refused(entry, path));
    }
  }
  return { errors, unknown };
}

function refused({ key, value, keySpan }: MapEntry, path: FieldPath): DecodeError {
  const wanted = key === 'metadata' ? 'an object' : 'a string';
  return { path: fieldOf(path, key), node: value, key: keySpan, wanted, type: undefined, field: undefined };
}

/** A path that begins where another one ends. */
function below(start: FieldPath, path: FieldPath): FieldPath {
  return path === undefined ? start : { ...path, parent: below(start, path.parent) };
}

const nothing: OccurrenceFilter = { field: () => false, object: () => false };
