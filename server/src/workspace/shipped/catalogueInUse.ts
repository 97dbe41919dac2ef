import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCrdSetIndex, useCrdSets } from '../../targets/crds.ts';

/** The folder of the catalogue that this thread goes by, absolute; undefined for what ships with the program. */
let folder: string | undefined;
/** Whether the user named it, so that no lock file counts. */
let isNamed = false;
let forgetters: readonly (() => void)[] = [];

/**
 * Goes by the catalogue in a folder from now on, which `installedCatalogue.ts` has found whole; undefined for the one that
 * ships with the program. As with `confine`, each thread is told.
 *
 * @param byName the user named it, so that no lock file counts.
 */
export function useCatalogue(other: string | undefined, byName = false): void {
  isNamed = byName;
  if (other === folder) return;
  folder = other;
  for (const forget of forgetters) forget();
  useCrdSets(other === undefined ? undefined : indexIn(other));
}

/** The folder of the catalogue in use, for threads that help this one. */
export function catalogueInUse(): string | undefined {
  return folder;
}

/** Whether the user named the catalogue in use, so that no lock file counts. */
export function isCatalogueNamed(): boolean {
  return isNamed;
}

/** Has what was read of a catalogue forgotten when there is another one. */
export function onOtherCatalogue(forget: () => void): void {
  forgetters = [...forgetters, forget];
}

/**
 * A file of the catalogue in use: `catalog.json` or `crds/NAME.json`.
 *
 * @param shipped where it is in what ships with the program.
 */
export function catalogueFile(name: string, shipped: URL): string | URL {
  return folder === undefined ? shipped : join(folder, name);
}

function indexIn(other: string) {
  const file = join(other, 'crds', 'index.json');
  const index: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return isCrdSetIndex(index) ? index : undefined;
}
