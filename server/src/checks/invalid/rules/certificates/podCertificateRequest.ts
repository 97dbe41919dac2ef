import { decodedLength } from '../../../../formats/base64Text.ts';
import { dnsSubdomain } from '../../../../formats/dns.ts';
import { byteLength, isLonger } from '../../../../formats/format.ts';
import { prefixedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { isKubernetesSigner, validateSignerName } from '../meta/signerName.ts';

/** Certificates that kubelets request for pods. Keys and their proofs are not verified. */
export const podCertificateRequestRules: readonly KindRule[] = [
  {
    group: 'certificates.k8s.io',
    kind: 'PodCertificateRequest',
    rule: validatePodCertificateRequest,
    source: 'pkg/apis/certificates/validation/validation.go, ValidatePodCertificateRequestCreate',
  },
];

const uidLimit = 128;
const keyLimit = 10 * 1024;
const annotationsLimit = 256 * 1024;
const hour = 60 * 60;
const day = 24 * hour;

function validatePodCertificateRequest(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const spec = object.at('spec');
  const signer = spec.at('signerName');
  validateSignerName(signer, errors);
  validateUserAnnotations(spec.at('unverifiedUserAnnotations'), errors);
  for (const owner of ['pod', 'serviceAccount', 'node']) {
    const [name, uid] = [spec.at(`${owner}Name`), spec.at(`${owner}UID`)];
    errors.invalid(name, dnsSubdomain(name.text), name.text);
    if (uid.empty) errors.invalid(uid, 'must not be empty', '');
    if (isLonger(uid.text, uidLimit)) errors.tooLong(uid, uidLimit);
  }
  const life = spec.at('maxExpirationSeconds');
  // Absent, the default is a day.
  const longest = isKubernetesSigner(signer.text) ? day : 91 * day;
  if (life.number !== undefined && (life.number < hour || life.number > longest)) {
    errors.invalid(life, `must be in the range [${hour}, ${longest}]`);
  }
  validateKeys(spec, errors);
}

function validateUserAnnotations(annotations: Value, errors: ErrorList): void {
  let size = 0;
  for (const [key, value] of annotations.entries) {
    errors.invalid(value.reportedAt(annotations), prefixedName(key.toLowerCase()), key);
    size += byteLength(key) + byteLength(value.text);
  }
  if (size > annotationsLimit) errors.tooLong(annotations, annotationsLimit);
}

function validateKeys(spec: Value, errors: ErrorList): void {
  const [request, key, proof] = [spec.at('stubPKCS10Request'), spec.at('pkixPublicKey'), spec.at('proofOfPossession')];
  if (errors.has('stub-certificate-request')) {
    if (!request.empty && key.empty && proof.empty) {
      validateEncoded(request, 'must be a valid PKCS#10 CSR', errors);
      return;
    }
    if (!request.empty || key.empty || proof.empty) {
      errors.invalid(spec, 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set');
      return;
    }
  }
  if (decodedLength(key.text) > keyLimit) errors.tooLong(key, keyLimit);
  else if (decodedLength(proof.text) > keyLimit) errors.tooLong(proof, keyLimit);
  else validateEncoded(key, 'must be a valid PKIX-serialized public key', errors);
}

/** Both kinds of keys are sequences of ASN.1, whose first byte is 0x30: in base64 an M and a letter up to D. */
function validateEncoded(value: Value, why: string, errors: ErrorList): void {
  if (decodedLength(value.text) > keyLimit) errors.tooLong(value, keyLimit);
  else if (!/^\s*M[A-P]/.test(value.text)) errors.invalid(value, why);
}
