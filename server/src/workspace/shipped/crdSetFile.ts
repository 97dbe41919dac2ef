import { readFileSync } from 'node:fs';
import { type CrdSetPack, crdSetFormat } from '../../crd/sets/pack.ts';

const loaded = new Map<string, CrdSetPack>();

/** The pack of a built-in set, which ships with the program; read when it is first asked for. Throws where it is missing. */
export function readCrdSet(name: string): CrdSetPack {
  let pack = loaded.get(name);
  if (pack === undefined) {
    const read: CrdSetPack = JSON.parse(readFileSync(setFile(name), 'utf8'));
    if (read.format !== crdSetFormat) throw new Error(`the set ${name} has the form ${read.format}`);
    pack = read;
    loaded.set(name, pack);
  }
  return pack;
}

/** The packs lie beside the bundle; in a source tree they are in `server/data/crds`. */
function setFile(name: string): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? `../../../data/crds/${name}.json` : `./crds/${name}.json`, here);
}
