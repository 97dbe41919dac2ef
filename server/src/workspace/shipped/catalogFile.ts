import { readFileSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.ts';
import { loadCatalog } from '../../catalog/load.ts';

let loaded: Catalog | undefined;

/** The catalogue that ships with the program, read once. Throws if the installation lacks it. */
export function readCatalog(): Catalog {
  loaded ??= loadCatalog(JSON.parse(readFileSync(catalogFile(), 'utf8')));
  return loaded;
}

/** `catalog.json` lies beside the bundle; in a source tree it is `server/data/catalog.json`. */
function catalogFile(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? '../../../data/catalog.json' : './catalog.json', here);
}
