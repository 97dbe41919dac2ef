import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readManifest } from '../manifest/read/readManifest.ts';
import { digestOf } from './definitionDigest.ts';

function digest(text: string): string {
  const root = readManifest(text).documents[0]?.root;
  assert.ok(root !== undefined, text);
  return digestOf(root);
}

/** The same value with reversed map keys. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: true });
const object = fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,6}$/), value, { minKeys: 1 });

describe('the digest of a definition', () => {
  it('is the same in every notation', () => {
    fc.assert(
      fc.property(object, (each) => {
        const expected = digest(JSON.stringify(each));
        assert.equal(digest(JSON.stringify(reversed(each), undefined, 2)), expected);
      }),
    );
  });

  it('differs if the values differ', () => {
    fc.assert(
      fc.property(object, object, (a, b) => {
        const same = isDeepStrictEqual(a, b);
        assert.equal(digest(JSON.stringify(a)) === digest(JSON.stringify(b)), same);
      }),
    );
  });

  for (const [left, right] of [
    ['{a: 1}', '{a: "1"}'],
    ['{a: true}', '{a: "true"}'],
    ['{a: null}', '{a: "null"}'],
    ['{a: []}', '{a: {}}'],
    ['{a: [1, 2]}', '{a: [2, 1]}'],
    ['{a: {b: 1, c: 2}}', '{a: {b: 2, c: 1}}'],
    ['{a: b, b: a}', '{a: a, b: b}'],
    ['{a: [[1], 2]}', '{a: [1, [2]]}'],
  ] as const) {
    it(`distinguishes ${left} from ${right}`, () => assert.notEqual(digest(left), digest(right)));
  }

  it('ignores descriptions, but not fields of that name', () => {
    assert.equal(digest('{a: {type: object, description: one}}'), digest('{a: {description: two, type: object}}'));
    assert.notEqual(digest('properties: {description: {type: object}}'), digest('properties: {}'));
  });

  it('uses the last value of a repeated key', () => {
    assert.equal(digest('a: 1\nb: 2\na: 3\n'), digest('{b: 2, a: 3}'));
  });
});
