import type { KindRule } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

/** A ServiceAccount has nothing to validate but its metadata. */
export const serviceAccountRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'ServiceAccount',
    rule: (object, errors, kind) => validateObjectMeta(object.at('metadata'), kind, subdomainName, errors),
    source: 'pkg/apis/core/validation/validation.go, ValidateServiceAccount',
  },
];
