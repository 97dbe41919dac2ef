import type { ApiSurface } from '../catalog/surface.ts';
import { unreadableCel } from './cel.ts';
import { unreadableFields } from './fields.ts';
import { type Unreadable, unreadableFor } from './rollbackStatus.ts';

/**
 * What goes wrong while a control plane is half way through a step: some servers run as after it, the others still as
 * before it, and all of them read and write the same storage. What only one of the two serves is said by the step itself.
 */
export interface MixedServers {
  /** Objects that restarted servers store in versions that the others cannot read. */
  readonly unreadable: readonly Unreadable[];
  /** Fields that the restarted servers store and the others have no place for: an update through one of those loses them. */
  readonly lostFields: readonly string[];
  /** What the restarted servers take in new CEL expressions and the others cannot evaluate. */
  readonly cel: readonly string[];
}

/** What goes wrong while servers of both sides of a step run side by side. */
export function mixedServers(before: ApiSurface, after: ApiSurface): MixedServers {
  return {
    unreadable: unreadableFor(after, before),
    lostFields: unreadableFields(after, before),
    cel: unreadableCel(after, before),
  };
}
