import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule } from '../rule.ts';

/** Questions whose token it is. */
export const authenticationRules: readonly KindRule[] = [
  {
    group: 'authentication.k8s.io',
    kind: 'TokenReview',
    rule: validateTokenReview,
    source: 'pkg/registry/authentication/tokenreview/storage.go, Create',
  },
];

function validateTokenReview(object: Value, errors: ErrorList): void {
  const token = object.at('spec').at('token');
  if (token.empty) errors.badRequest(token, 'token is required for TokenReview in authentication');
}
