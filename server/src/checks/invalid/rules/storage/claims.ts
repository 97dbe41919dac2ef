import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateClaimSpec } from './claimSpec.ts';

/** Claims of volumes. */
export const claimRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'PersistentVolumeClaim',
    rule: validateClaim,
    source: 'pkg/apis/core/validation/validation.go, ValidatePersistentVolumeClaim',
  },
];

function validateClaim(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateClaimSpec(object.at('spec'), errors, true);
}
