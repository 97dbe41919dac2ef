import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { der, objectIdentifier, sequence, utcTime } from './der.ts';

/** A certificate and its key, as PEM. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly key: string;
}

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const day = 86_400_000;

/**
 * A new self-signed certificate for 127.0.0.1 and localhost, which is its own authority; its key exists in this process
 * only. Source: RFC 5280.
 */
export function ownCertificate(now: Date): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const name = sequence(der(0x31, sequence(objectIdentifier('2.5.4.3'), der(0x0c, Buffer.from('kubecompat serve')))));
  const keyId = createHash('sha1').update(publicKey).digest();
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + 30 * day))),
    name,
    publicKey,
    der(0xa3, sequence(...extensionsOf(keyId))),
  );
  const signature = createSign('sha256').update(toBeSigned).sign(privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return { certificate: pem('CERTIFICATE', certificate), key: privateKey };
}

function extensionsOf(keyId: Uint8Array): readonly Uint8Array[] {
  const extension = (id: string, value: Uint8Array, ...critical: readonly Uint8Array[]) =>
    sequence(objectIdentifier(id), ...critical, der(0x04, value));
  const yes = der(0x01, Buffer.from([0xff]));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  return [
    extension('2.5.29.19', sequence(yes), yes),
    // digitalSignature and keyCertSign.
    extension('2.5.29.15', der(0x03, Buffer.from([2, 0b10000100])), yes),
    extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', names),
    extension('2.5.29.14', der(0x04, keyId)),
    extension('2.5.29.35', sequence(der(0x80, keyId))),
  ];
}

function pem(label: string, content: Uint8Array): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
