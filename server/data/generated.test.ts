import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildPack, packText } from './generator/build.ts';
import { crdSetIndex, crdSetNames, crdSetPack, crdSetText } from './generator/crdSets.ts';
import { readFacts } from './generator/facts.ts';

describe('server/data/catalog.json', () => {
  it('is what the generator makes of the facts, byte for byte (npm run catalog)', () => {
    const checkedIn = readFileSync(new URL('catalog.json', import.meta.url), 'utf8');
    // Compared as a whole and not with assert.equal, whose report of two long lines takes minutes.
    assert.ok(packText(buildPack(readFacts())) === checkedIn, 'catalog.json is stale: run npm run catalog');
  });

  it('stays under 1.5 MB', () => {
    assert.ok(readFileSync(new URL('catalog.json', import.meta.url)).length < 1_500_000);
  });
});

describe('server/data/crds', () => {
  it('is what the generator makes of the facts, byte for byte (npm run catalog)', () => {
    const made = new Map([
      ['index.json', `${JSON.stringify(crdSetIndex(), undefined, 1)}\n`],
      ...crdSetNames.map((name) => [`${name}.json`, crdSetText(crdSetPack(name))] as const),
    ]);
    for (const [file, text] of made) {
      const checkedIn = readFileSync(new URL(`crds/${file}`, import.meta.url), 'utf8');
      assert.ok(text === checkedIn, `crds/${file} is stale: run npm run catalog`);
    }
  });

  it('stays, together with the catalogue, under 1.5 MB', () => {
    const files = ['catalog.json', 'crds/index.json', ...crdSetNames.map((name) => `crds/${name}.json`)];
    const sizes = files.map((file) => readFileSync(new URL(file, import.meta.url)).length);
    assert.ok(sizes.reduce((a, b) => a + b) < 1_500_000);
  });
});
