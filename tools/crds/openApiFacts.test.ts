import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openApiFacts } from './openApiFacts.ts';
import { releasesOf } from './setFacts.ts';

const document = {
  definitions: {
    'example.v1.Lamp': {
      type: 'object',
      required: ['colors'],
      properties: {
        apiVersion: { type: 'string' },
        metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
        colors: { type: 'array', items: { type: 'string', default: '' } },
        spec: { default: {}, allOf: [{ $ref: '#/definitions/example.v1.LampSpec' }] },
      },
    },
    'example.v1.LampSpec': {
      type: 'object',
      properties: {
        watts: { type: 'integer', format: 'int32' },
        port: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
        object: { $ref: '#/definitions/io.k8s.apimachinery.pkg.runtime.RawExtension' },
        since: { type: 'string', format: 'date-time' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        within: { $ref: '#/definitions/example.v1.LampSpec' },
      },
    },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
    'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
  },
};

const lamp = { group: 'example.com', version: 'v1', kind: 'Lamp', plural: 'lamps', namespaced: false };

describe('the facts of aggregated API servers', () => {
  it('have the fields and types for decoding into Go types, with null allowed everywhere', () => {
    const [facts, ...others] = openApiFacts(document, { 'example.v1.Lamp': lamp, 'example.v1.Gone': lamp });
    assert.equal(others.length, 0);
    assert.deepEqual(facts?.common, { plural: 'lamps', scope: 'Cluster', conversion: 'None', aggregated: true });
    assert.deepEqual(Object.fromEntries(facts?.schemas.get('v1') ?? []), {
      '': { t: 'object', code: true },
      colors: { t: '[]', null: true },
      'colors[]': { t: 'string', null: true },
      spec: { t: 'object', null: true },
      'spec.watts': { t: 'integer/int32', null: true },
      'spec.port': { t: 'int-or-string', null: true },
      'spec.object': { t: 'object', keep: true, null: true },
      'spec.since': { t: 'string', null: true },
      'spec.labels': { t: 'object', null: true },
      'spec.labels{}': { t: 'string', null: true },
      'spec.within': { t: 'object', null: true, keep: true },
    });
  });

  it('of OpenShift have every authored kind in the newest release', () => {
    const file = (name: string) => readFileSync(new URL(`../../server/data/${name}`, import.meta.url));
    const authored = JSON.parse(file('authored/aggregated-apis.json').toString('utf8')).sets['openshift-apiserver'];
    const set = releasesOf({
      head: file('facts/crds/openshift-apiserver.json').toString('utf8'),
      fields: gunzipSync(file('facts/crds/openshift-apiserver-fields.jsonl.gz')).toString('utf8'),
    });
    const newest = [...(set.get('default')?.values() ?? [])].at(-1) ?? [];
    const names = (kinds: readonly { readonly group: string; readonly kind: string }[]) =>
      kinds.map(({ group, kind }) => `${kind}.${group}`).sort();
    assert.deepEqual(names(newest), names(Object.values(authored)));
  });
});
