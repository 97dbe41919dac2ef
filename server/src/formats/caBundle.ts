import { decodeText } from './base64Text.ts';
import { readElement } from './der.ts';
import { pemBlocks } from './pem.ts';

/** The first byte of a certificate: a sequence. */
const sequence = 0x30;

/**
 * Whether a server can load a bundle of certificates, given in base64: PEM with at least one certificate, none of them
 * malformed. Source: k8s.io/client-go util/cert/pem.go, NewPoolFromBytes.
 */
export function isLoadableBundle(bundle: string): boolean {
  const certificates = [...pemBlocks(decodeText(bundle))].filter(
    ({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders,
  );
  return (
    certificates.length > 0 &&
    certificates.every(({ bytes }) => bytes[0] === sequence && readElement(bytes, 0, bytes.length) !== undefined)
  );
}
