import type { ApiSurface } from '../catalog/surface.ts';
import { unreadableCel } from './cel.ts';
import { unreadableFields } from './fields.ts';
import { type UnreadableObjects, unreadableFor } from './rollbackStatus.ts';

/**
 * Problems while the servers before and after a step share the storage. The step itself reports resources that only one
 * of them serves.
 */
export interface MixedServers {
  /** Objects that restarted servers store in versions that the old servers cannot read. */
  readonly unreadable: readonly UnreadableObjects[];
  /**
   * Fields that restarted servers store and the old servers do not know: an update through an old server loses them.
   */
  readonly lostFields: readonly string[];
  /** CEL functions that restarted servers accept in new expressions and the old servers cannot evaluate. */
  readonly cel: readonly string[];
}

/** The problems while the servers before and after a step run side by side. */
export function mixedServers(before: ApiSurface, after: ApiSurface): MixedServers {
  return {
    unreadable: unreadableFor(after, before),
    lostFields: unreadableFields(after, before),
    cel: unreadableCel(after, before),
  };
}
