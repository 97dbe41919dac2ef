import { valueAtSteps } from '../manifest/lookup.ts';
import type { Node } from '../manifest/node.ts';

/** Whether an object was read from a server, which sets metadata such as the uid and the creation time. */
export function isFromServer(root: Node): boolean {
  return ['uid', 'resourceVersion', 'managedFields', 'creationTimestamp'].some(
    (name) => valueAtSteps(root, ['metadata', name]) !== undefined,
  );
}
