import assert from 'node:assert/strict';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { readSchema } from './readSchema.ts';
import { sameSchema } from './sameSchema.ts';

function isSame(a: string, b: string): boolean {
  return sameSchema(readSchema(readYamlDocument(a)?.root), readSchema(readYamlDocument(b)?.root));
}

describe('two schemas', () => {
  const schema =
    '{ type: object, required: [a, b], properties: { a: { type: string, enum: [x] }, b: { items: { type: integer } } } }';

  it('are the same with different descriptions and another order of fields', () => {
    assert.ok(isSame(schema, schema));
    assert.ok(
      isSame(
        schema,
        '{ description: Text, type: object, required: [b, a], properties: { b: { items: { type: integer } }, a: { enum: [x], type: string, description: A } } }',
      ),
    );
  });

  for (const [what, other] of [
    ['another type in a list', schema.replace('integer', 'number')],
    ['another value', schema.replace('[x]', '[y]')],
    ['another field', schema.replace('b: { items', 'c: { items')],
    ['one more field', schema.replace('properties: {', 'properties: { c: {},')],
    ['a default', schema.replace('enum: [x]', 'enum: [x], default: x')],
    ['a rule', schema.replace('type: object,', 'type: object, x-kubernetes-validations: [{ rule: "true" }],')],
    ['a nested condition', schema.replace('type: object,', 'type: object, not: { required: [c] },')],
    ['values of maps', schema.replace('type: object,', 'type: object, additionalProperties: { type: string },')],
    ['an alternative', schema.replace('type: object,', 'type: object, anyOf: [{ required: [a] }],')],
  ] as const) {
    it(`differ by ${what}`, () => {
      assert.ok(!isSame(schema, other));
      assert.ok(!isSame(other, schema));
    });
  }
});
