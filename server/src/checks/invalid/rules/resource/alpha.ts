import type { ErrorList } from '../../errorList.ts';
import { isAlpha, type ValidatedKind } from '../../rule.ts';

/**
 * Whether the manifest uses an alpha of resource.k8s.io that is not validated as the betas are: those of older binaries had
 * other fields and other limits, which are not written down.
 */
export function hasOwnRules(kind: ValidatedKind, errors: ErrorList): boolean {
  return isAlpha(kind) && !errors.has('device-alpha-as-beta');
}
