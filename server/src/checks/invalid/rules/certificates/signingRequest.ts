import { decodeText } from '../../../../formats/base64Text.ts';
import { pemBlocks } from '../../../../formats/pem.ts';
import { isNotCertificateRequest } from '../../../../formats/x509.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { validateAnyMetadata, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateSignerName } from '../meta/signerName.ts';

/** Certificate signing requests. The structure of the request is checked, its signature is not. */
export const signingRequestRules: readonly KindRule[] = [
  {
    group: 'certificates.k8s.io',
    kind: 'CertificateSigningRequest',
    rule: validateSigningRequest,
    source: 'pkg/apis/certificates/validation/validation.go, ValidateCertificateSigningRequestCreate',
  },
];

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const shortestLife = 600;

function validateSigningRequest(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, () => [], errors);
  const spec = object.at('spec');
  const request = spec.at('request');
  validateRequest(request, errors);
  const life = spec.at('expirationSeconds');
  if (life.number !== undefined && life.number < shortestLife) {
    errors.invalid(life, 'may not specify a duration less than 600 seconds (10 minutes)');
  }
  // Betas default the usages and the signer, and take more of both.
  if (isStable(kind)) {
    validateUsages(spec.at('usages'), errors);
    validateSigner(spec.at('signerName'), errors);
  }
  validateAnyMetadata(object.at('metadata'), kind, errors);
}

function validateSigner(signer: Value, errors: ErrorList): void {
  if (signer.text === 'kubernetes.io/legacy-unknown') {
    errors.invalid(signer, 'the legacy signerName is not allowed via this API version');
  } else validateSignerName(signer, errors);
}

function validateUsages(list: Value, errors: ErrorList): void {
  if (list.empty) errors.required(list);
  const seen = new Set<string>();
  for (const usage of list.items) {
    errors.oneOf(usage, usages);
    if (seen.has(usage.text)) errors.duplicate(usage);
    seen.add(usage.text);
  }
}

/** The first block of the text must be a request: `ParseCSR`. */
function validateRequest(request: Value, errors: ErrorList): void {
  const { value: block } = pemBlocks(decodeText(request.text)).next();
  if (block?.type !== 'CERTIFICATE REQUEST') errors.invalid(request, 'PEM block type must be CERTIFICATE REQUEST');
  else if (isNotCertificateRequest(block.bytes))
    errors.invalid(request, 'the block holds no PKCS #10 certificate request');
}
