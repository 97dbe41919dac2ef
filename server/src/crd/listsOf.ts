import type { MapEntry, MapNode, Node } from '../manifest/node.ts';
import { type JsonSchema, schemaOfField } from './schema/schema.ts';

/**
 * The values that a JSON patch writes to a custom resource, as lists where the schema has them and the patch is
 * ambiguous.
 */
export function withListsOf(map: MapNode, schema: JsonSchema): MapNode {
  const entries = map.entries.map((entry): MapEntry => {
    const value = shaped(entry.value, schemaOfField(schema, entry.key));
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries.every((entry, index) => entry === map.entries[index]) ? map : { ...map, entries };
}

function shaped(node: Node, schema: JsonSchema | undefined): Node {
  if (schema === undefined || node.kind === 'scalar') return node;
  const { items } = schema;
  if (node.kind === 'map') {
    return items === undefined || node.asList === undefined ? withListsOf(node, schema) : shaped(node.asList, schema);
  }
  if (items === undefined) return node;
  const all = node.items.map((item) => shaped(item, items));
  return all.every((item, index) => item === node.items[index]) ? node : { ...node, items: all };
}
