import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

const domainLimit = 253;
const nameLimit = 571;

/** Whether a signer is one of Kubernetes itself: `IsKubernetesSignerName`. */
export function isKubernetesSigner(name: string): boolean {
  const host = name.split('/')[0] ?? '';
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
}

/** A signer is called `domain/path`: `ValidateSignerName` in `pkg/apis/core/validation/names.go`. */
export function validateSignerName(name: Value, errors: ErrorList): void {
  if (name.empty) {
    errors.required(name);
    return;
  }
  const segments = name.text.split('/');
  const [domain = '', path = ''] = segments;
  if (segments.length !== 2) {
    errors.invalid(name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  if (isLonger(domain, domainLimit)) errors.tooLong(name, domainLimit);
  const labels = domain.split('.');
  const wrongLabel = labels.find((label) => dnsLabel(label).length > 0);
  if (wrongLabel !== undefined) {
    errors.invalid(
      name,
      dnsLabel(wrongLabel).map((why) => `validating label "${wrongLabel}": ${why}`),
      domain,
    );
  }
  if (labels.length < 2) {
    errors.invalid(name, 'should be a domain with at least two segments separated by dots', domain);
  }
  const wrongStep = path.split('.').find((step) => dnsSubdomain(step).length > 0);
  if (wrongStep !== undefined) {
    errors.invalid(
      name,
      dnsSubdomain(wrongStep).map((why) => `validating label "${wrongStep}": ${why}`),
      path,
    );
  }
  if (isLonger(name.text, nameLimit)) errors.tooLong(name, nameLimit);
}
