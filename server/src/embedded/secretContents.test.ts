import assert from 'node:assert/strict';
import { withoutSecretContents } from './secretContents.ts';

describe('texts without the contents of Secrets', () => {
  const same = (text: string, words: readonly string[]) => {
    const shown = withoutSecretContents(text);
    assert.equal(shown.length, text.length);
    for (const word of words) assert.doesNotMatch(shown, new RegExp(word), shown);
    return shown;
  };

  it('show keys and everything else, in any notation', () => {
    const shown = same(
      `apiVersion: v1
kind: Secret
metadata:
  name: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"stringData":{"word":"hunter-two"}}'
data: { a: aHVudGVy, b: [hunter] }
stringData:
  number: 4711
  text: |
    hunter one
    hunter two
type: Opaque
---
{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Secret", "stringData": {"c": "hunter"}}]}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: shop }
data: { plain: shown }
`,
      ['hunter', 'aHVu', '4711'],
    );
    assert.match(shown, /\{ a: \*{8}, b: \*{8} \}/);
    assert.match(shown, /^ {4}\*{6} \*{3}$/m);
    assert.match(shown, /^type: Opaque$/m);
    assert.match(shown, /plain: shown/);
  });

  it('hide broken Secrets line by line', () => {
    const shown = same(
      `apiVersion: v1
kind: Secret
metadata: { name: shop
stringData:
  word: "hunter
  text: |
    hunter two
type: Opaque
`,
      ['hunter'],
    );
    assert.match(shown, /^ {2}word: \*{7}$/m);
    assert.match(shown, /^type: Opaque$/m);
  });

  it('hide releases that Helm stores in ConfigMaps', () => {
    const shown = same(
      `apiVersion: v1
kind: ConfigMap
metadata:
  name: sh.helm.release.v1.shop.v1
  labels: { owner: helm, name: shop, status: deployed, version: "1" }
data:
  release: ${Buffer.from('{"name":"shop","manifest":"hunter"}').toString('base64')}
`,
      ['eyJ'],
    );
    assert.match(shown, /name: sh\.helm\.release\.v1\.shop\.v1/);
  });
});
