import { readElement, tags } from './der.ts';
import { type PemBlock, pemBlocks } from './pem.ts';
import { publicKeyOfCertificate, publicKeyOfPrivate } from './publicKey.ts';
import { certificateShape } from './x509.ts';

/** Why a certificate and a key are no pair, in the words of Go, and which of the two is to blame. */
export interface KeyPairMismatch {
  readonly of: 'certificate' | 'key';
  readonly words: string;
}

/**
 * Why two texts in PEM form are no certificate with its key; undefined if they are, and where that takes more than
 * reading: keys that do not carry their public half are not computed. Source: `X509KeyPair` in Go's `crypto/tls`.
 */
export function keyPairMismatch(certificateText: string, keyText: string): KeyPairMismatch | undefined {
  const blocks = [...pemBlocks(certificateText)];
  const certificate = blocks.find(({ type }) => type === 'CERTIFICATE');
  if (certificate === undefined) return { of: 'certificate', words: noCertificate(blocks) };
  const keyBlocks = [...pemBlocks(keyText)];
  const key = keyBlocks.find(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'));
  if (key === undefined) return { of: 'key', words: noKey(keyBlocks) };
  if (readElement(certificate.bytes, 0, certificate.bytes.length)?.tag !== tags.sequence) {
    return { of: 'certificate', words: 'x509: malformed certificate' };
  }
  // Other errors of a certificate have many messages.
  if (certificateShape(certificate.bytes) === 'malformed') return undefined;
  const words = mismatch(certificate, key);
  return words === undefined ? undefined : { of: 'key', words };
}

function mismatch(certificate: PemBlock, key: PemBlock): string | undefined {
  const [publicKey, other] = [publicKeyOfCertificate(certificate.bytes), publicKeyOfPrivate(key.bytes)];
  if (other === 'none') return 'tls: failed to parse private key';
  if (publicKey === undefined || other === undefined) return undefined;
  if (publicKey.algorithm !== other.algorithm) return 'tls: private key type does not match public key type';
  if (publicKey.value === undefined || other.value === undefined || publicKey.value === other.value) return undefined;
  return 'tls: private key does not match public key';
}

function noCertificate(blocks: readonly PemBlock[]): string {
  const [first, ...others] = blocks;
  if (first === undefined) return 'tls: failed to find any PEM data in certificate input';
  if (others.length === 0 && first.type.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${listed(blocks)}`;
}

function noKey(blocks: readonly PemBlock[]): string {
  const [first, ...others] = blocks;
  if (first === undefined) return 'tls: failed to find any PEM data in key input';
  if (others.length === 0 && first.type === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${listed(blocks)}`;
}

function listed(blocks: readonly PemBlock[]): string {
  return `[${blocks.map(({ type }) => type).join(' ')}]`;
}
