import { deprecationOf } from '../checks/deprecation.ts';
import type { Verdict } from '../judge/analysis.ts';

/** Whether a target warns about a resource's version, or does not serve it any longer. */
export function isOutdated({ availability, surface }: Verdict): boolean {
  if (availability.state === 'removed') return true;
  if (availability.state !== 'served') return false;
  const { resource } = availability;
  return deprecationOf(surface, resource) !== undefined || resource.custom?.deprecationWarning !== undefined;
}
