import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OpenReads, openText } from '../../manifest/open.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { readSchema } from './readSchema.ts';
import { trait } from './traits.ts';
import type { WrittenSchema } from './writtenSchema.ts';

function read(text: string): WrittenSchema {
  return readSchema(readManifest(text).documents[0]?.root);
}

const leaf = fc.record(
  {
    type: fc.constantFrom('string', 'integer', 'array', 'object', 'null', 'any'),
    default: fc.jsonValue({ maxDepth: 2 }),
    pattern: fc.constantFrom('a', '['),
    minimum: fc.integer(),
    uniqueItems: fc.boolean(),
    nullable: fc.boolean(),
    $ref: fc.constant('#/x'),
    'x-kubernetes-list-type': fc.constantFrom('atomic', 'set', 'map'),
    'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular', 'other'),
    'x-kubernetes-validations': fc.constant([{ rule: 'true' }]),
  },
  { requiredKeys: [] },
);
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('inner')),
  inner: fc.record(
    {
      type: fc.constantFrom('array', 'object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'type'), tie('schema')),
      items: tie('schema'),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      anyOf: fc.array(tie('schema'), { maxLength: 2 }),
      not: tie('schema'),
    },
    { requiredKeys: [] },
  ),
}));

function below(writtenSchema: WrittenSchema): readonly WrittenSchema[] {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = writtenSchema;
  const children = [...properties.values(), ...allOf, ...anyOf, ...oneOf];
  if (items !== undefined) children.push(items);
  if (typeof additionalProperties === 'object') children.push(additionalProperties);
  if (not !== undefined) children.push(not);
  return children.flatMap((schema) => [schema, ...below(schema)]);
}

describe('a schema read from YAML', () => {
  it('has its own traits and those of nested schemas', () => {
    fc.assert(
      fc.property(schema, (each) => {
        const root = read(JSON.stringify(each));
        const all = below(root).reduce((traits, writtenSchema) => traits | writtenSchema.ownTraits, root.ownTraits);
        assert.equal(root.traits, all);
      }),
    );
  });

  it('has values exactly for its traits', () => {
    fc.assert(
      fc.property(schema, (each) => {
        for (const writtenSchema of [read(JSON.stringify(each))].flatMap((root) => [root, ...below(root)])) {
          assert.equal((writtenSchema.ownTraits & trait.default) !== 0, writtenSchema.default !== undefined);
          assert.equal((writtenSchema.ownTraits & trait.pattern) !== 0, writtenSchema.pattern !== '');
          assert.equal((writtenSchema.ownTraits & trait.bound) !== 0, writtenSchema.minimum !== undefined);
          assert.equal((writtenSchema.ownTraits & trait.rules) !== 0, writtenSchema.rules.length > 0);
        }
      }),
    );
  });

  it('uses the last of repeated keys, and treats null as absent', () => {
    const twice = read('type: string\nitems: {type: string}\nminLength: 1\nminLength: 2\ntype: array\nitems: null\n');
    assert.equal(twice.type, 'array');
    assert.equal(twice.items, undefined);
    assert.equal(twice.minLength, 2);
    const nulls = read('type: object\nproperties: {a: {}}\ntype: ~\nproperties: ~\ndefault: ~\n');
    assert.equal(nulls.type, '');
    assert.equal(nulls.properties.size, 0);
    assert.equal(nulls.default, undefined);
  });

  it('has the trait of a topology only if it differs from the default one', () => {
    const rare = (text: string): boolean => (read(text).ownTraits & trait.topology) !== 0;
    assert.equal(rare('type: array\nx-kubernetes-list-type: atomic\n'), false);
    assert.equal(rare('type: object\nx-kubernetes-map-type: granular\n'), false);
    assert.equal(rare('type: array\nx-kubernetes-list-type: set\n'), true);
    assert.equal(rare('type: object\nx-kubernetes-list-type: atomic\n'), true);
    assert.equal(rare('type: array\nx-kubernetes-list-type: atomic\nx-kubernetes-list-map-keys: [a]\n'), true);
  });

  it('is read once, and marks open values as uncertain for every reader', () => {
    const root = readManifest('type: object\nproperties:\n  a:\n    enum: [a]\n').documents[0]?.root;
    assert.ok(root?.kind === 'map');
    assert.equal(readSchema(root), readSchema(root));
    const doubt = new OpenReads();
    const [type, ...others] = root.entries;
    assert.ok(type !== undefined);
    const open = { ...root, entries: [{ ...type, value: openText(type.value, 'double', doubt) }, ...others] };
    for (const _ of ['first', 'second']) {
      doubt.raised = false;
      readSchema(open);
      assert.ok(doubt.raised);
    }
    const choice = { ...root, kind: 'list' as const, items: [openText(type.value, 'double', doubt)] };
    const listed = { ...root, entries: [{ ...type, key: 'enum', value: choice }] };
    for (const _ of ['first', 'second']) {
      doubt.raised = false;
      assert.equal(readSchema(listed).enum.length, 1);
      assert.ok(doubt.raised);
    }
  });
});
