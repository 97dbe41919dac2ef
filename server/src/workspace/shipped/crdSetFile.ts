import { readFileSync } from 'node:fs';
import { type CrdSetPack, parsePack } from '../../crd/sets/pack.ts';

const loaded = new Map<string, CrdSetPack>();

/** The pack of a built-in set, which ships with the program; read when it is first asked for. Throws where it is missing. */
export function readCrdSet(name: string): CrdSetPack {
  let pack = loaded.get(name);
  if (pack === undefined) {
    pack = parsePack(readFileSync(setFile(name), 'utf8'));
    loaded.set(name, pack);
  }
  return pack;
}

/** The packs lie beside the bundle; in a source tree they are in `server/data/crds`. */
function setFile(name: string): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? `../../../data/crds/${name}.json` : `./crds/${name}.json`, here);
}
