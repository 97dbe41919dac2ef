import assert from 'node:assert/strict';
import { messagesFor } from '../../../test/harness/changedObject.ts';
import { withDefinitionsOf } from '../../../test/harness/customKinds.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';

describe('updates of stored custom resources', () => {
  it('store null for values that an apply leaves empty', () => {
    const lamp = { apiVersion: 'example.com/v1', kind: 'Lamp' };
    const managedFields = [
      {
        manager: 'kubectl',
        operation: 'Apply',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:a': {}, 'f:b': {} } },
      },
    ];
    const stored = { ...lamp, metadata: { name: 'a', uid: 'b', managedFields }, spec: { a: 'x', b: [] } };
    const surface = withDefinitionsOf(surfaceOf('1.37'), lampDefinition);
    const next = (spec: object) => ({ ...lamp, metadata: { name: 'a' }, spec });
    assert.deepEqual(messagesFor(stored, next({}), 'apply', surface), [
      'invalid spec: spec: Invalid value: "null": spec in body must be of type object: "null"',
    ]);
    // An empty list counts as present, so the stored object does not lack it.
    assert.deepEqual(messagesFor(stored, next({ a: 'x' }), 'replace', surface), [
      'invalid spec.b: spec.b: Required value',
    ]);
  });

  // Recorded from kube-apiserver 1.37.2, like the refusal of a required list that is then missing.
  it('remove a list that an apply leaves empty if its items have owners', () => {
    const lamp = { apiVersion: 'example.com/v1', kind: 'Lamp' };
    const stored = (items: object) => {
      const fieldsV1 = { 'f:spec': { 'f:a': {}, 'f:b': {}, 'f:c': items } };
      const managedFields = [{ manager: 'kubectl', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1 }];
      return { ...lamp, metadata: { name: 'a', uid: 'b', managedFields }, spec: { a: 'x', b: [], c: ['x'] } };
    };
    const surface = withDefinitionsOf(surfaceOf('1.37'), lampDefinition);
    const next = { ...lamp, metadata: { name: 'a' }, spec: { a: 'x', b: [], c: [] } };
    assert.deepEqual(messagesFor(stored({ 'v:"x"': {} }), next, 'apply', surface), []);
    for (const [items, operation] of [
      [{}, 'apply'],
      [{ 'v:"x"': {} }, 'replace'],
    ] as const)
      assert.deepEqual(messagesFor(stored(items), next, operation, surface), [
        'invalid spec.c: spec.c: Invalid value: []: spec.c in body should have at least 1 items',
      ]);
  });

  // Recorded from kube-apiserver 1.37.2 with a PrometheusRule.
  it('remove an object of which an apply leaves only empty lists', () => {
    const definition = lampDefinition.replace(
      'openAPIV3Schema:\n          type: object',
      'openAPIV3Schema:\n          type: object\n          required: [spec]',
    );
    const surface = withDefinitionsOf(surfaceOf('1.37'), definition.replace('              required: [b]\n', ''));
    const lamp = { apiVersion: 'example.com/v1', kind: 'Lamp' };
    const stored = (spec: object, fields: object) => {
      const managedFields = [
        { manager: 'kubectl', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': fields } },
      ];
      return { ...lamp, metadata: { name: 'a', uid: 'b', managedFields }, spec };
    };
    const next = { ...lamp, metadata: { name: 'a' }, spec: { b: [] } };
    const owned = { 'f:b': { 'v:"x"': {} } };
    assert.deepEqual(messagesFor(stored({ b: ['x'] }, owned), next, 'apply', surface), [
      'invalid spec: spec: Required value',
    ]);
    assert.deepEqual(messagesFor(stored({ b: ['x'] }, owned), next, 'replace', surface), []);
    assert.deepEqual(messagesFor(stored({ b: [] }, { 'f:b': {} }), next, 'apply', surface), []);
    assert.deepEqual(messagesFor(stored({ a: 'x', b: ['x'] }, owned), next, 'apply', surface), []);
  });
});

const lampDefinition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: lamps, kind: Lamp }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [b]
              properties:
                a: { type: string }
                b: { type: array, items: { type: string } }
                c: { type: array, items: { type: string }, minItems: 1 }
`;
