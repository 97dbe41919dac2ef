import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import { dataOf, draftFrom } from '../draftValue.ts';
import { isValueMap, type Value, type ValueMap } from '../value.ts';
import { makeStructural, preserveUnknownFields } from './crdStructural.ts';

/** Schemas with schemas inside, so many times over. */
function schemas(depth: number): fc.Arbitrary<ValueMap> {
  const leaf: Readonly<Record<string, fc.Arbitrary<Value>>> = {
    type: fc.constantFrom('object', 'array', 'string', 'integer', null),
    description: fc.constant('what it is'),
    enum: fc.constant(['a', 'b']),
    required: fc.constant(['a']),
    [preserveUnknownFields]: fc.boolean(),
    'x-kubernetes-int-or-string': fc.boolean(),
  };
  if (depth === 0) return someOf(leaf);
  const inner = schemas(depth - 1);
  const several = fc.array(inner, { minLength: 1, maxLength: 2 });
  return someOf({
    ...leaf,
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'metadata'), inner, { maxKeys: 2 }),
    items: fc.oneof(inner, fc.constant(null), fc.constant([])),
    additionalProperties: fc.oneof(inner, fc.boolean()),
    anyOf: fc.oneof(several, fc.constant([{ type: 'integer' }, { type: 'string' }])),
    allOf: several,
    not: inner,
  });
}

function someOf(words: Readonly<Record<string, fc.Arbitrary<Value>>>): fc.Arbitrary<ValueMap> {
  return fc.subarray(Object.entries(words)).chain((chosen) => fc.record(Object.fromEntries(chosen)));
}

const schema = schemas(2);

function read(value: Value): DraftMap {
  const root = readManifest(JSON.stringify(value)).documents[0]?.root;
  return root?.kind === 'map' ? new DraftMap(root) : assert.fail('no mapping');
}

/** A synthetic draft, in which no part can be skipped. */
function draftMapOf(value: Value): DraftMap {
  const draft = draftFrom(value);
  return draft instanceof DraftMap ? draft : assert.fail('no mapping');
}

describe('makeStructural', () => {
  it('gives the same schema whether unchanged parts are skipped or not', () => {
    fc.assert(
      fc.property(schema, (value) => {
        const [draftMap, other] = [read(value), draftMapOf(value)];
        assert.deepEqual(makeStructural(draftMap), makeStructural(other));
        assert.deepEqual(dataOf(draftMap), dataOf(other));
      }),
      { numRuns: 300 },
    );
  });

  it('preserves unknown fields at the root and beside properties', () => {
    const check = (value: Value | undefined, isRoot: boolean): void => {
      if (!isValueMap(value)) return;
      if (isRoot || isValueMap(value['properties'])) assert.equal(value[preserveUnknownFields], true);
      for (const word of ['items', 'additionalProperties']) check(value[word], false);
      const properties = value['properties'];
      if (isValueMap(properties)) for (const inner of Object.values(properties)) check(inner, false);
    };
    fc.assert(
      fc.property(schema, (value) => {
        const draft = read(value);
        makeStructural(draft);
        check(dataOf(draft), true);
      }),
    );
  });
});
