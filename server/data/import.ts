/**
 * Copies the facts about built-in sets of CustomResourceDefinitions into `server/data/facts/crds`. Run from the
 * project's root: `npx tsx server/data/import.ts FOLDER`. `tools/kubernetes` derives the facts about Kubernetes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: npx tsx server/data/import.ts FOLDER_OF_THE_FACTS');
const target = new URL('facts/crds/', import.meta.url).pathname;

mkdirSync(target, { recursive: true });
for (const name of readdirSync(join(source, 'crds'))) {
  // `copyFileSync` would copy the permissions, which may be read-only.
  writeFileSync(join(target, name), readFileSync(join(source, 'crds', name)));
}
