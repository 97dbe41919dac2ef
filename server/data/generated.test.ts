import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildPack, packText } from './generator/build.ts';
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
