import { type DerElement, elements, readElement, tags } from './der.ts';

const version = 0xa0;
const extensions = 0xa3;
const basicConstraints = [0x06, 0x03, 0x55, 0x1d, 0x13];

/**
 * Whether bytes are certainly not a PKCS #10 request, by their outer structure. The key, the names and the signature
 * are not checked. Source: `ParseCertificateRequest` in Go's `crypto/x509`.
 */
export function isNotCertificateRequest(bytes: readonly number[]): boolean {
  const information = signedPart(bytes);
  const [first, , key] = information === undefined ? [] : elements(bytes, information);
  return first?.tag !== tags.integer || key?.tag !== tags.sequence;
}

const organizationName = [0x55, 0x04, 0x0a];

/** The organizations in the subject of a PKCS #10 request; empty if it is not one. */
export function requestedOrganizations(bytes: readonly number[]): readonly string[] {
  const information = signedPart(bytes);
  const [, subject] = information === undefined ? [] : elements(bytes, information);
  if (subject?.tag !== tags.sequence) return [];
  const attributes = elements(bytes, subject).flatMap((set) => elements(bytes, set));
  return attributes.flatMap((attribute) => {
    const [type, value] = elements(bytes, attribute);
    if (type === undefined || value === undefined || type.end - type.start !== organizationName.length) return [];
    if (organizationName.some((byte, index) => bytes[type.start + index] !== byte)) return [];
    return [String.fromCharCode(...bytes.slice(value.start, value.end))];
  });
}

/** The outer structure of a certificate: malformed, or whether it may sign others. */
export type CertificateShape = 'malformed' | 'authority' | 'not-an-authority';

/**
 * The shape of a certificate. `malformed` is certain; keys, names and dates are not checked. Source: `parseCertificate`
 * in Go's `crypto/x509`.
 */
export function certificateShape(bytes: readonly number[]): CertificateShape {
  const body = signedPart(bytes);
  if (body === undefined) return 'malformed';
  const parts = elements(bytes, body);
  const [serial, ...rest] = parts[0]?.tag === version ? parts.slice(1) : parts;
  const isBuiltRight =
    serial?.tag === tags.integer && rest.slice(0, 5).filter(({ tag }) => tag === tags.sequence).length === 5;
  if (!isBuiltRight) return 'malformed';
  const list = rest.find(({ tag }) => tag === extensions);
  const all = list === undefined ? undefined : elements(bytes, list)[0];
  return all !== undefined && elements(bytes, all).some((element) => allowsSigning(bytes, element))
    ? 'authority'
    : 'not-an-authority';
}

/** Whether an extension is the basic constraints of an authority. */
function allowsSigning(bytes: readonly number[], extension: DerElement): boolean {
  if (basicConstraints.some((byte, index) => bytes[extension.start + index] !== byte)) return false;
  const value = elements(bytes, extension).find(({ tag }) => tag === tags.octetString);
  const constraints = value === undefined ? undefined : elements(bytes, value)[0];
  const first = constraints === undefined ? undefined : elements(bytes, constraints)[0];
  return first?.tag === tags.boolean && bytes[first.start] === 0xff;
}

/** The first of the three parts of a signed structure: content, algorithm and signature, with no trailing data. */
function signedPart(bytes: readonly number[]): DerElement | undefined {
  const whole = readElement(bytes, 0, bytes.length);
  if (whole?.tag !== tags.sequence || whole.end !== bytes.length) return undefined;
  const [content, algorithm, signature] = elements(bytes, whole);
  if (content?.tag !== tags.sequence || algorithm?.tag !== tags.sequence || signature?.tag !== tags.bitString)
    return undefined;
  return content;
}
