import type { MapNode, Node } from '../../manifest/node.ts';
import { countOpenReads } from '../../manifest/open.ts';
import { WrittenSchema } from './writtenSchema.ts';

const known = new WeakMap<MapNode, WrittenSchema>();

/**
 * Reads a schema as it is written in a CustomResourceDefinition, and everything below it: once for each node, so that
 * all that judge a definition share it. What a template leaves open is read again by each, which must doubt it.
 */
export function readSchema(node: Node | undefined): WrittenSchema {
  if (node?.kind !== 'map') return WrittenSchema.none;
  let schema = known.get(node);
  if (schema === undefined) {
    const looks = countOpenReads();
    schema = WrittenSchema.of(node);
    if (countOpenReads() === looks) known.set(node, schema);
  }
  return schema;
}

/** The schema at a node if somebody has read it and nothing in it is open; reads nothing. */
export function knownSchema(node: Node | undefined): WrittenSchema | undefined {
  return node?.kind === 'map' ? known.get(node) : undefined;
}
