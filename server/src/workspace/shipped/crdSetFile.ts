import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type KnownKind, parseKnownKinds } from '../../crd/sets/knownKinds.ts';
import { type CrdSetPack, parsePack, unknownPack } from '../../crd/sets/pack.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { catalogueFile, onCatalogueChange } from './catalogueInUse.ts';
import { embeddedFiles } from './embeddedFiles.ts';

const loaded = new Map<string, CrdSetPack>();
let kinds: readonly KnownKind[] | undefined;
onCatalogueChange(() => {
  loaded.clear();
  kinds = undefined;
});

/**
 * The pack of a built-in set from the catalogue in use, loaded lazily. A missing or broken one has no definitions: that
 * is reported once, and everything else is judged.
 */
export function readCrdSet(name: string): CrdSetPack {
  return getOrInsertComputed(loaded, name, () => read(name));
}

/** The kinds of all built-in sets, for suggestions; loaded lazily. None if the catalogue in use does not list them. */
export function readKnownKinds(): readonly KnownKind[] {
  kinds ??= knownKinds();
  return kinds;
}

function knownKinds(): readonly KnownKind[] {
  try {
    return parseKnownKinds(textOfFile('kinds', catalogueFile('crds/kinds.json', setFile('kinds'))));
  } catch {
    return [];
  }
}

function textOfFile(name: string, file: string | URL): string {
  const inside = typeof file === 'string' ? undefined : embeddedFiles()?.text(`crds/${name}.json`);
  return inside ?? readFileSync(file, 'utf8');
}

function read(name: string): CrdSetPack {
  const file = catalogueFile(`crds/${name}.json`, setFile(name));
  try {
    return parsePack(textOfFile(name, file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `kubecompat: ${typeof file === 'string' ? file : fileURLToPath(file)} cannot be read, so the kinds of ${name} are not known: ${why}\n  do   install kubecompat again\n`,
    );
    return unknownPack(name);
  }
}

/** The packs are beside the bundle; in a source tree they are in `server/data/crds`. */
function setFile(name: string): URL {
  const moduleUrl = import.meta.url;
  return new URL(moduleUrl.endsWith('.ts') ? `../../../data/crds/${name}.json` : `./crds/${name}.json`, moduleUrl);
}
