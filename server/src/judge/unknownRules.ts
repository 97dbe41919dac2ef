import { installedVersion } from '../crd/installed.ts';
import type { JudgedResource } from './analysis.ts';

/**
 * Whether a resource was judged only partly at a target, because its definition has unknown rules. Of several candidate
 * definitions, the newest decides.
 */
export function hasUnknownRules({ resource, verdicts }: JudgedResource): boolean {
  return verdicts.some(
    ({ availability }) =>
      availability.state === 'served' &&
      installedVersion(availability.resource)?.version.hasUnknownRules?.(resource.root) === true,
  );
}
