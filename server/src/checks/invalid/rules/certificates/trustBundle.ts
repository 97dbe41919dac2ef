import { byteLength } from '../../../../formats/format.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { type NameRule, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateSignerName } from '../meta/signerName.ts';

/** Bundles of trust anchors. What is inside a certificate is not looked at. */
export const trustBundleRules: readonly KindRule[] = [
  {
    group: 'certificates.k8s.io',
    kind: 'ClusterTrustBundle',
    rule: validateTrustBundle,
    source: 'pkg/apis/certificates/validation/validation.go, ValidateClusterTrustBundle',
  },
];

const sizeLimit = 1024 * 1024;

function validateTrustBundle(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const [signer, bundle] = [spec.at('signerName'), spec.at('trustBundle')];
  validateObjectMeta(object.at('metadata'), kind, nameRule(signer.text), errors);
  if (!signer.empty) validateSignerName(signer, errors);
  if (byteLength(bundle.text) > sizeLimit) errors.tooLong(bundle, sizeLimit);
  else if (!/^-----BEGIN [^\n]+-----[\s\S]*\n-----END [^\n]+-----/m.test(bundle.text)) {
    errors.invalid(bundle, 'at least one trust anchor must be provided', '<value omitted>');
  }
}

/** A bundle of a signer carries the signer's name: `ValidateClusterTrustBundleName`. */
function nameRule(signer: string): NameRule {
  return (name, prefix) => {
    if (signer === '') {
      return name.includes(':')
        ? ['ClusterTrustBundle without signer name must not have ":" in its name']
        : subdomainName(name, prefix);
    }
    const required = `${signer.replaceAll('/', ':')}:`;
    return name.startsWith(required)
      ? subdomainName(name.slice(required.length), prefix)
      : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${required}`];
  };
}
