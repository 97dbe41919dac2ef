import assert from 'node:assert/strict';
import { nestsTooDeeply } from './nesting.ts';
import { readManifest } from './readManifest.ts';

const forms: readonly (readonly [string, (depth: number) => string])[] = [
  ['flow sequences', (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
  ['open flow sequences', (depth) => '['.repeat(depth)],
  ['flow mappings', (depth) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
  ['block sequences', (depth) => `${'- '.repeat(depth)}a`],
  ['JSON', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
];

describe('nesting', () => {
  for (const [name, form] of forms) {
    it(`of ${name} is read up to a limit, and refused at any greater depth`, () => {
      assert.equal(nestsTooDeeply(form(300)), false);
      for (const depth of [500, 2000, 20_000]) assert.equal(nestsTooDeeply(form(depth)), true);
      for (const depth of [300, 500, 1000, 2000, 5000, 20_000])
        assert.equal(readManifest(form(depth)).documents.length, 1);
      assert.match(readManifest(form(20_000)).documents[0]?.problems[0]?.message ?? '', /deep/);
    });
  }

  it('does not count brackets and spaces in text', () => {
    const text = `a: |\n${'  ['.repeat(600)}\n  ${' '.repeat(500)}- x\nb: [${'[1], '.repeat(600)}]\n`;
    assert.equal(nestsTooDeeply(text), false);
    const [document] = readManifest(text).documents;
    assert.deepEqual(document?.problems, []);
    assert.equal(document?.root?.kind, 'map');
  });
});
