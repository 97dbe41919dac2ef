import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { inYamlStyle, type PlainValue, yamlStyles } from '../../../test/support/yamlStyle.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { applyEdits } from '../text/edit.ts';
import { plainValue, type Value } from './value.ts';
import { versionFixes } from './versionFix.ts';

const surface = surfaceOf('1.37');

const objects: readonly PlainValue[] = [
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    metadata: { name: 'shop' },
    spec: {
      backend: { serviceName: 'fallback', servicePort: 'http' },
      rules: [
        { http: { paths: [{ path: '/', backend: { serviceName: 'web', servicePort: 80 } }] } },
        { host: 'a.example.com', http: { paths: [{ backend: { servicePort: 81, serviceName: 'api' } }] } },
      ],
    },
  },
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: {} },
    spec: {
      strategy: { rollingUpdate: { maxSurge: 2 } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'a' }] } },
    },
  },
  {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1beta1',
    metadata: { name: 'db' },
    spec: {
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'a' }] } },
      serviceName: 'db',
    },
  },
];

describe('conversions of one object in every YAML style', () => {
  for (const object of objects) {
    const expected = convert(JSON.stringify(object));
    assert(expected !== undefined);
    const kind = /"kind":"(\w+)"/.exec(JSON.stringify(object))?.[1];
    it(`${kind} means the same in every style, and keeps its comments`, () => {
      fc.assert(
        fc.property(yamlStyles, (style) => {
          const text = inYamlStyle(object, style);
          const converted = convert(text);
          assert(converted !== undefined, text);
          assert.deepEqual(converted.value, expected.value);
          assert.deepEqual(inOrder(converted.text), inOrder(text));
          assert.equal(converted.text.includes('\r\n'), text.includes('\r\n'));
          assert.equal(/[^\r]\n/.test(converted.text), /[^\r]\n/.test(text));
        }),
        { seed: 1, numRuns: 200 },
      );
    });
  }
});

/** The text and value after the fix; undefined unless it is safe. */
function convert(text: string): { readonly text: string; readonly value: Value } | undefined {
  const [resource] = findResources(readManifest(text), 'a.yaml').resources;
  assert(resource !== undefined, text);
  const [fix] = versionFixes(resource, text, [surface]);
  if (fix?.kind !== 'safe') return undefined;
  const converted = applyEdits(text, fix.edits);
  const [after] = findResources(readManifest(converted ?? ''), 'a.yaml').resources;
  return converted === undefined || after === undefined
    ? undefined
    : { text: converted, value: plainValue(after.root) };
}

function inOrder(text: string): readonly string[] {
  return text.match(/# c\d+/g) ?? [];
}
