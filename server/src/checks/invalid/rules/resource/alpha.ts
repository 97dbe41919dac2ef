import type { ErrorList } from '../../errorList.ts';
import { isAlpha, type ValidatedKind } from '../../rule.ts';

/**
 * Whether the manifest uses an alpha of resource.k8s.io with other validation than the betas: alphas of older binaries
 * had other fields and limits, which are not implemented.
 */
export function hasOwnRules(kind: ValidatedKind, errors: ErrorList): boolean {
  return isAlpha(kind) && !errors.has('device-alpha-as-beta');
}
