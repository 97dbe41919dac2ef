import type { ApiSurface } from '../catalog/surface.ts';
import { unreadableCel } from './cel.ts';
import { unreadableFields } from './fields.ts';
import { type UnreadableObjects, unreadableFor } from './rollbackStatus.ts';

/**
 * Problems while a control plane is half way through a step: some servers run the new state, others the old one, all on
 * the same storage. Resources that only one of them serves are reported by the step itself.
 */
export interface MixedServers {
  /** Objects that restarted servers store in versions that the others cannot read. */
  readonly unreadable: readonly UnreadableObjects[];
  /** Fields that restarted servers store and the others lack: an update through the others loses them. */
  readonly lostFields: readonly string[];
  /** CEL functions that restarted servers accept in new expressions and the others cannot evaluate. */
  readonly cel: readonly string[];
}

/** Problems while the servers of both sides of a step run side by side. */
export function mixedServers(before: ApiSurface, after: ApiSurface): MixedServers {
  return {
    unreadable: unreadableFor(after, before),
    lostFields: unreadableFields(after, before),
    cel: unreadableCel(after, before),
  };
}
