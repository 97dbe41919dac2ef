import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildPack, packText } from './generator/build.ts';
import { crdSetIndex, crdSetIndexText, crdSetKinds, crdSetNames, crdSetPack, crdSetText } from './generator/crdSets.ts';
import { entriesText } from './generator/entries.ts';
import { readFacts } from './generator/facts.ts';

describe('server/data/catalog.json', () => {
  it('equals the output of the generator, byte for byte (npm run catalog)', () => {
    const checkedIn = readFileSync(new URL('catalog.json', import.meta.url), 'utf8');
    // Not assert.equal, whose diff of two long lines takes minutes.
    assert.ok(packText(buildPack(readFacts())) === checkedIn, 'catalog.json is stale: run npm run catalog');
  });

  it('lists the entries of authored tables (npm run catalog)', () => {
    const listed = readFileSync(new URL('entries.txt', import.meta.url), 'utf8');
    assert.ok(entriesText(readFacts().authoredEntries.found) === listed, 'entries.txt is stale: run npm run catalog');
  });

  it('stays under 1.5 MB', () => {
    assert.ok(readFileSync(new URL('catalog.json', import.meta.url)).length < 1_500_000);
  });
});

describe('server/data/crds', () => {
  it('equals the output of the generator, byte for byte (npm run catalog)', () => {
    const packs = crdSetNames.map(crdSetPack);
    const generated = new Map([
      ['index.json', crdSetIndexText(crdSetIndex())],
      ['kinds.json', crdSetText(crdSetKinds(packs))],
      ...packs.map((pack) => [`${pack.name}.json`, crdSetText(pack)] as const),
    ]);
    for (const [file, text] of generated) {
      const checkedIn = readFileSync(new URL(`crds/${file}`, import.meta.url), 'utf8');
      assert.ok(text === checkedIn, `crds/${file} is stale: run npm run catalog`);
    }
  });

  it('stays under 900 kB when compressed, with an index under 60 kB, which every run reads', () => {
    const read = (name: string) => readFileSync(new URL(`crds/${name}.json`, import.meta.url));
    const packed = crdSetNames.map((name) => gzipSync(read(name)).length).reduce((a, b) => a + b);
    assert.ok(packed < 900_000, `${packed} bytes`);
    assert.ok(read('index').length < 60_000, `${read('index').length} bytes`);
  });

  it('has no pack without facts', () => {
    const files = readdirSync(new URL('crds/', import.meta.url)).sort();
    assert.deepEqual(files, ['index', 'kinds', ...crdSetNames].map((name) => `${name}.json`).sort());
  });
});
