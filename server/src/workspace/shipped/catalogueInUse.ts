import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCrdSetIndex, useCrdSets } from '../../targets/crds.ts';

/** The catalogue folder of this thread, absolute; undefined for the built-in one. */
let folder: string | undefined;
/** Whether the user named it, so that lock files are ignored. */
let isNamed = false;
let forgetters: readonly (() => void)[] = [];

/**
 * Uses the catalogue in a folder from now on, which `installedCatalogue.ts` has validated; undefined for the built-in
 * one. Like `confine`, it is set per thread.
 *
 * @param byName whether the user named it, so that lock files are ignored.
 */
export function useCatalogue(other: string | undefined, byName = false): void {
  isNamed = byName;
  if (other === folder) return;
  folder = other;
  for (const forget of forgetters) forget();
  useCrdSets(other === undefined ? undefined : indexIn(other));
}

/** The folder of the catalogue in use, for threads that help this one. */
export function currentCatalogue(): string | undefined {
  return folder;
}

/** Whether the user named the catalogue in use, so that lock files are ignored. */
export function isCatalogueNamed(): boolean {
  return isNamed;
}

/** Registers a cache to clear when the catalogue changes. */
export function onCatalogueChange(forget: () => void): void {
  forgetters = [...forgetters, forget];
}

/**
 * A file of the catalogue in use: `catalog.json` or `crds/NAME.json`.
 *
 * @param shipped its location in the built-in one.
 */
export function catalogueFile(name: string, shipped: URL): string | URL {
  return folder === undefined ? shipped : join(folder, name);
}

function indexIn(other: string) {
  const file = join(other, 'crds', 'index.json');
  const index: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return isCrdSetIndex(index) ? index : undefined;
}
