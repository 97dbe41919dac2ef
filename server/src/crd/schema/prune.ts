import { lastEntries } from '../../decode/duplicates.ts';
import type { MapEntry, MapNode, Node } from '../../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import { type Json, jsonOf } from './json.ts';
import type { JsonSchema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go.

/** The common fields of all resources, whatever the schema says. */
export const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A field that no schema names: pruned, and refused by strict field validation. */
export interface PrunedField {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  /** The map that contains the entry. */
  readonly object: MapNode;
  /** The schema of that map; undefined if it is outside any schema. */
  readonly schema: JsonSchema | undefined;
}

/** A pruned value, and the removed fields in text order. */
export interface PruneResult {
  readonly value: Json;
  readonly fields: readonly PrunedField[];
}

/**
 * Removes unknown fields from a value, like the server before validation.
 *
 * @param isResource the value is a whole object: its `apiVersion`, `kind` and `metadata` stay.
 */
export function prune(node: Node, span: Span, schema: JsonSchema, isResource: boolean): PruneResult {
  const fields: PrunedField[] = [];
  const { preserveUnknownFields, embeddedResource } = schema;
  const keeps = { unknown: preserveUnknownFields, metadata: isResource || embeddedResource };
  return { value: new Pruner(fields).prune(node, span, schema, undefined, keeps), fields };
}

/** The fields of an object that are kept without a schema. */
interface Keeps {
  readonly unknown: boolean;
  /** The common fields of all resources. */
  readonly metadata: boolean;
}

function keepsOf(schema: JsonSchema | undefined): Keeps {
  return { unknown: schema?.preserveUnknownFields === true, metadata: schema?.embeddedResource === true };
}

class Pruner {
  readonly #fields: PrunedField[];

  constructor(fields: PrunedField[]) {
    this.#fields = fields;
  }

  /** `schema` undefined: every field below is removed. */
  prune(node: Node, span: Span, schema: JsonSchema | undefined, path: FieldPath, keeps = keepsOf(schema)): Json {
    if (node.kind === 'scalar') return jsonOf(node, span);
    if (node.kind === 'list') {
      const items = node.items.map((item, index) => this.#item(item, schema, keeps, itemOf(path, index)));
      return { kind: 'list', items, span };
    }
    const entries = new Map<string, Json>();
    for (const entry of lastEntries(node.entries)) {
      const kept = this.#entry(entry, node, schema, keeps, path);
      if (kept !== undefined) entries.set(entry.key, kept);
    }
    return { kind: 'map', entries, span };
  }

  /** Below a preserved list, only values with a schema are pruned. */
  #item(item: Node, schema: JsonSchema | undefined, { unknown }: Keeps, path: FieldPath): Json {
    const items = schema?.items;
    if (!unknown) return this.prune(item, item, items, path);
    if (items === undefined) return jsonOf(item, item);
    return this.prune(item, item, items, path, { unknown, metadata: items.embeddedResource });
  }

  #entry(
    entry: MapEntry,
    object: MapNode,
    schema: JsonSchema | undefined,
    keeps: Keeps,
    path: FieldPath,
  ): Json | undefined {
    const { key, value, keySpan } = entry;
    if (keeps.metadata && metaFields.has(key)) return jsonOf(value, keySpan);
    const jsonSchema = schema?.properties.get(key);
    if (jsonSchema !== undefined) return this.prune(value, keySpan, jsonSchema, fieldOf(path, key));
    const rest = schema?.additionalProperties;
    if (rest !== undefined) {
      // `true` is an empty schema, and prunes accordingly.
      return this.prune(value, keySpan, typeof rest === 'object' ? rest : undefined, entryOf(path, key));
    }
    if (keeps.unknown) return jsonOf(value, keySpan);
    if (!metaFields.has(key) || path !== undefined) {
      this.#fields.push({ path: fieldOf(path, key), entry, object, schema });
    }
    return undefined;
  }
}
