import { isLonger } from '../../../../formats/format.ts';
import { type PemBlock, pemBlocks } from '../../../../formats/pem.ts';
import { certificateShape } from '../../../../formats/x509.ts';
import { grouped } from '../../../../text/grouped.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { type NameRule, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateSignerName } from '../meta/signerName.ts';

/** Trust bundles. For each certificate, the structure and the CA flag are checked. */
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
  if (isLonger(bundle.text, sizeLimit)) errors.tooLong(bundle, sizeLimit);
  else errors.invalid(bundle, bundleProblems(bundle.text), '<value omitted>');
}

/** The errors in the blocks of a bundle; well-formed blocks must be at least one and unique: `validateTrustBundle`. */
function bundleProblems(text: string): readonly string[] {
  const blocks = [...pemBlocks(text)];
  const problems = blocks.flatMap((block, index) => {
    const problem = blockProblem(block);
    return problem === undefined ? [] : [`entry ${index} ${problem}`];
  });
  if (problems.length > 0) return problems;
  if (blocks.length === 0) return ['at least one trust anchor must be provided'];
  const anchors = grouped(blocks.map(({ bytes }, index) => [bytes.join(), index]));
  const twice = [...anchors.values()].filter((indices) => indices.length > 1);
  return twice.map((indices) => `duplicate trust anchor (indices [${indices.join(' ')}])`);
}

function blockProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (hasHeaders) return 'has PEM block headers';
  const shape = certificateShape(bytes);
  if (shape === 'malformed') return 'does not parse as X.509';
  return shape === 'authority' ? undefined : 'does not have the CA bit set';
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
