import { type DerElement, elements, readElement, tags } from './der.ts';

/** The public half of a key: its algorithm, and a distinguishing value if it is encoded. */
export interface PublicKey {
  readonly algorithm: 'RSA' | 'ECDSA' | 'Ed25519';
  /** The modulus or the point, in hexadecimal; undefined if it would have to be computed. */
  readonly value: string | undefined;
}

const certificateVersion = 0xa0;
const ecPublicKey = 0xa1;

/** Object identifiers of algorithms, in hexadecimal. */
const algorithms: ReadonlyMap<string, PublicKey['algorithm']> = new Map([
  ['2a864886f70d010101', 'RSA'],
  ['2a8648ce3d0201', 'ECDSA'],
  ['2b6570', 'Ed25519'],
]);

/** The key of a certificate; undefined if it cannot be read. Source: `parseCertificate` in Go's `crypto/x509`. */
export function publicKeyOfCertificate(bytes: readonly number[]): PublicKey | undefined {
  const [body] = parts(bytes, readElement(bytes, 0, bytes.length));
  const fields = parts(bytes, body);
  // Serial number, signature algorithm, issuer, validity, subject, key.
  const key = fields[fields[0]?.tag === certificateVersion ? 6 : 5];
  const [identifier, text] = parts(bytes, key);
  const algorithm = algorithmOf(bytes, identifier);
  if (algorithm === undefined || text?.tag !== tags.bitString) return undefined;
  // The first byte counts the bits that are not used.
  const content = { ...text, start: text.start + 1 };
  if (algorithm !== 'RSA') return { algorithm, value: hex(bytes, content) };
  return { algorithm, value: numberAt(bytes, parts(bytes, readElement(bytes, content.start, content.end))[0]) };
}

/**
 * The public half of a private key in PKCS #1, PKCS #8 or SEC 1; `none` if the bytes are certainly not a key, and
 * undefined if only computation could tell. Source: `parsePrivateKey` in Go's `crypto/tls`.
 */
export function publicKeyOfPrivate(bytes: readonly number[]): PublicKey | 'none' | undefined {
  const whole = readElement(bytes, 0, bytes.length);
  const fields = parts(bytes, whole);
  const [first, second, third] = fields;
  if (whole?.tag !== tags.sequence || first?.tag !== tags.integer) return 'none';
  switch (second?.tag) {
    case tags.integer:
      return { algorithm: 'RSA', value: numberAt(bytes, second) };
    case tags.octetString:
      return { algorithm: 'ECDSA', value: pointOf(bytes, fields) };
    case tags.sequence:
      return third?.tag === tags.octetString ? wrapped(bytes, algorithmOf(bytes, second), third) : undefined;
    default:
      return 'none';
  }
}

function wrapped(
  bytes: readonly number[],
  algorithm: PublicKey['algorithm'] | undefined,
  content: DerElement,
): PublicKey | undefined {
  const fields = parts(bytes, readElement(bytes, content.start, content.end));
  switch (algorithm) {
    case 'RSA':
      return { algorithm, value: numberAt(bytes, fields[1]) };
    case 'ECDSA':
      return { algorithm, value: pointOf(bytes, fields) };
    default:
      return algorithm && { algorithm, value: undefined };
  }
}

/** The point that SEC 1 lets a private key carry along. */
function pointOf(bytes: readonly number[], fields: readonly DerElement[]): string | undefined {
  const [text] = parts(
    bytes,
    fields.find(({ tag }) => tag === ecPublicKey),
  );
  return text?.tag === tags.bitString ? hex(bytes, { ...text, start: text.start + 1 }) : undefined;
}

function algorithmOf(bytes: readonly number[], identifier: DerElement | undefined): PublicKey['algorithm'] | undefined {
  const [name] = parts(bytes, identifier);
  return name?.tag === tags.objectIdentifier ? algorithms.get(hex(bytes, name)) : undefined;
}

function numberAt(bytes: readonly number[], element: DerElement | undefined): string | undefined {
  return element?.tag === tags.integer ? hex(bytes, element).replace(/^(00)+/, '') : undefined;
}

function parts(bytes: readonly number[], element: DerElement | undefined): readonly DerElement[] {
  return element === undefined ? [] : elements(bytes, element);
}

function hex(bytes: readonly number[], { start, end }: DerElement): string {
  return bytes
    .slice(start, end)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
