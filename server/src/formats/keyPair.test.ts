import assert from 'node:assert/strict';
import recorded from './fixtures/keyPairs.json' with { type: 'json' };
import { keyPairMismatch } from './keyPair.ts';

// Recorded from kube-apiserver 1.37.1, whose warning about a Secret of the type kubernetes.io/tls is Go's error; 1.34.4
// is the same. The keys were created for this test by openssl.
describe('pairs of certificates and keys', () => {
  const texts = new Map(Object.entries(recorded.texts));
  /** Keys that only computation distinguishes from the certificate's. */
  const computed = new Set(['ed2.key for ed1.crt', 'ec-nopub.key for ec-prime256v1.crt']);

  it('are accepted or refused as by Go, in the same words', () => {
    assert.ok(recorded.pairs.length > 100);
    const wrong = recorded.pairs.flatMap(([certificate = '', key = '', words = '']) => {
      const pair = `${key} for ${certificate}`;
      const message = keyPairMismatch(texts.get(certificate) ?? '', texts.get(key) ?? '')?.words ?? '';
      return message === (computed.has(pair) || words.includes('unknown private key type') ? '' : words)
        ? []
        : [`${pair}: ${message} instead of ${words}`];
    });
    assert.deepEqual(wrong, []);
  });
});
