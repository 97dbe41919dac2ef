import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

const reserved = ['.k8s.io', '.kubernetes.io'];

/**
 * A key that must be there, with a domain that is not one of Kubernetes' own: `+k8s:format=k8s-prefixed-label-key`, and
 * `ValidateForbiddenReservedDomainSuffixes` in pkg/apis/core/v1/validation.go.
 */
export function validateOwnDomainKey(key: Value, errors: ErrorList): void {
  if (key.empty) {
    errors.required(key);
    return;
  }
  const [domain = ''] = key.text.split('/', 1);
  const plain = domain.toLowerCase().trim().replace(/\.+$/, '');
  if (reserved.some((suffix) => plain.endsWith(suffix) || plain === suffix.slice(1))) {
    errors.invalid(key, 'domain names *.k8s.io, *.kubernetes.io are reserved');
  }
  const problems = qualifiedName(key.text);
  if (problems.length > 0) errors.invalid(key, problems);
  else if (!key.text.includes('/')) errors.invalid(key, "must include a prefix (e.g. 'example.com/key')");
}
