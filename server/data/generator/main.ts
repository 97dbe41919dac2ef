/** Generates `server/data/catalog.json`: `npm run catalog`. */
import { writeFileSync } from 'node:fs';
import { buildPack, packText } from './build.ts';
import { readFacts } from './facts.ts';

const text = packText(buildPack(readFacts()));
writeFileSync(new URL('../catalog.json', import.meta.url), text);
console.log(`server/data/catalog.json: ${text.length} bytes`);
