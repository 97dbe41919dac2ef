import type { Node } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';

/** The values at a path below a value that are neither empty nor null, as texts. */
export function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && node.value !== null && node.value !== '' ? [String(node.value)] : [],
  );
}

/** The first of them. */
export function textAt(root: Node, path: string): string | undefined {
  return textsAt(root, path)[0];
}
