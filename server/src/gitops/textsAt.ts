import type { Node } from '../manifest/node.ts';
import { scalarTextsAt } from '../manifest/nodesAt.ts';

/** The values at a path below a value that are neither empty nor null, as texts. */
export function textsAt(root: Node, path: string): readonly string[] {
  return scalarTextsAt(root, path).filter((text) => text !== '');
}

/** The first of them. */
export function textAt(root: Node, path: string): string | undefined {
  return textsAt(root, path)[0];
}
