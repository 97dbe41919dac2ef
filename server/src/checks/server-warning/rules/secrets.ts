import { keyPairMismatch } from '../../../formats/keyPair.ts';
import { valueFor } from '../../../manifest/node.ts';
import type { WarningRule } from '../rule.ts';

/** Secrets of the type kubernetes.io/tls, whose pair the server reads (`tls.X509KeyPair`). */
export const secretRules: readonly WarningRule[] = [
  {
    source: 'pkg/registry/core/secret/strategy.go',
    kinds: ['/Secret'],
    run(root, warn) {
      if (root.at('type').text !== 'kubernetes.io/tls') return;
      const texts = root.at('stringData');
      const data = root.at('data');
      const read = (name: string) => {
        const plain = texts.node?.kind === 'map' ? valueFor(texts.node, name) : undefined;
        if (plain !== undefined) return { at: texts.entry(name), text: texts.entry(name).text };
        return { at: data.entry(name), text: decodeBase64(data.entry(name).text) };
      };
      const certificate = read('tls.crt');
      const key = read('tls.key');
      const problem = keyPairMismatch(certificate.text, key.text);
      if (problem?.of === 'certificate') {
        warn(certificate.at, problem.words, 'Add the certificate, in PEM form and base64-encoded.');
      } else if (problem !== undefined) {
        warn(key.at, problem.words, 'Add the key of the certificate, in PEM form and base64-encoded.');
      }
    },
  },
];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of base64 text, each as a character; PEM is ASCII. */
function decodeBase64(text: string): string {
  let bits = 0;
  let held = 0;
  let decoded = '';
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      decoded += String.fromCharCode((held >> bits) & 0xff);
    }
  }
  return decoded;
}
