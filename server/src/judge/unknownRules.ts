import { installedVersion } from '../crd/installed.ts';
import type { JudgedResource } from './analysis.ts';

/**
 * Whether a resource was judged in part because its definition has rules for what it has that are not known, at any
 * target. Of several definitions that it can be meant for, the newest decides.
 */
export function hasUnknownRules({ resource, verdicts }: JudgedResource): boolean {
  return verdicts.some(
    ({ availability }) =>
      availability.state === 'served' &&
      installedVersion(availability.resource)?.version.hasUnknownRules?.(resource.root) === true,
  );
}
