/**
 * Generates `server/data/catalog.json` and the sets of CustomResourceDefinitions in `server/data/crds`:
 * `npm run catalog`.
 */
import { writeFileSync } from 'node:fs';
import { buildPack, packText } from './build.ts';
import { crdSetIndex, crdSetIndexText, crdSetKinds, crdSetNames, crdSetPack, crdSetText } from './crdSets.ts';
import { entriesText } from './entries.ts';
import { readFacts } from './facts.ts';
import { IncompleteFacts } from './incompleteFacts.ts';

try {
  const facts = readFacts();
  write('catalog.json', packText(buildPack(facts)));
  write('entries.txt', entriesText(facts.authoredEntries.found));
  write('crds/index.json', crdSetIndexText(crdSetIndex()));
  const packs = crdSetNames.map(crdSetPack);
  for (const pack of packs) write(`crds/${pack.name}.json`, crdSetText(pack));
  write('crds/kinds.json', crdSetText(crdSetKinds(packs)));
} catch (error) {
  if (!(error instanceof IncompleteFacts)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function write(file: string, text: string): void {
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
  console.log(`server/data/${file}: ${text.length} bytes`);
}
