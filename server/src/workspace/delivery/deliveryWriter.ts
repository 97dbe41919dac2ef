import type { Delivery } from '../../gitops/delivery.ts';
import type { Writer } from '../../update/writer.ts';

/** The writer of the objects that a delivery has applied; undefined unless it certainly applies them server-side. */
export function writerOf({ tool, kind, name, serverSideApply: manager }: Delivery): Writer | undefined {
  return manager === undefined
    ? undefined
    : { operation: 'server-side-apply', by: `the ${tool} ${kind} ${name}`, manager, forces: true };
}
