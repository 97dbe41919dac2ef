import { readFileSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.ts';
import { loadCatalog } from '../../catalog/load.ts';
import { catalogueFile, onCatalogueChange } from './catalogueInUse.ts';
import { embeddedFiles } from './embeddedFiles.ts';

let loaded: Catalog | undefined;
onCatalogueChange(() => {
  loaded = undefined;
});

/** The catalogue in use, by default the one that ships with the program, read once. Throws if the installation lacks it. */
export function readCatalog(): Catalog {
  loaded ??= loadCatalog(JSON.parse(textOf(catalogueFile('catalog.json', shippedFile()))));
  return loaded;
}

function textOf(file: string | URL): string {
  return (typeof file === 'string' ? undefined : embeddedFiles()?.text('catalog.json')) ?? readFileSync(file, 'utf8');
}

/** `catalog.json` is beside the bundle; in a source tree it is `server/data/catalog.json`. */
function shippedFile(): URL {
  const moduleUrl = import.meta.url;
  return new URL(moduleUrl.endsWith('.ts') ? '../../../data/catalog.json' : './catalog.json', moduleUrl);
}
