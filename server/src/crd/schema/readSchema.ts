import type { MapNode, Node } from '../../manifest/node.ts';
import { countOpenReads } from '../../manifest/open.ts';
import { WrittenSchema } from './writtenSchema.ts';

const known = new WeakMap<MapNode, WrittenSchema>();

/**
 * Reads a schema of a CustomResourceDefinition, with everything below it: once per node, shared by all readers. Open
 * parts of a template are read again by each caller, which must track them.
 */
export function readSchema(node: Node | undefined): WrittenSchema {
  if (node?.kind !== 'map') return WrittenSchema.none;
  let schema = known.get(node);
  if (schema === undefined) {
    const openReads = countOpenReads();
    schema = WrittenSchema.of(node);
    if (countOpenReads() === openReads) known.set(node, schema);
  }
  return schema;
}

/** The cached schema of a node, if it was read and has no open parts. */
export function knownSchema(node: Node | undefined): WrittenSchema | undefined {
  return node?.kind === 'map' ? known.get(node) : undefined;
}
