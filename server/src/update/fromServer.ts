import type { Node } from '../manifest/node.ts';
import { valueAtSteps } from './values.ts';

/** Whether an object was read from a server, which sets its uid and creation time. */
export function isFromServer(root: Node): boolean {
  return ['uid', 'resourceVersion', 'managedFields', 'creationTimestamp'].some(
    (name) => valueAtSteps(root, ['metadata', name]) !== undefined,
  );
}
