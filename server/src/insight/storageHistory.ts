import { type Catalog, groupResource, type KindFacts } from '../catalog/catalog.ts';
import { resolve } from '../catalog/resolve.ts';
import { type Minor, minor } from '../targets/version.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/** The version that objects of a kind are stored in from a minor on. */
export interface StoredFrom {
  readonly minor: Minor;
  readonly version: string;
}

/**
 * The storage versions of a kind at servers without settings, by minor, while they serve this version. The catalogue
 * does not cover old binaries: what already holds at its start is omitted.
 */
export function storageHistory({ group, resource, served }: KindFacts, catalog: Catalog): readonly StoredFrom[] {
  if (resource === undefined) return [];
  const found: StoredFrom[] = [];
  for (const { first, last = catalog.newest } of served) {
    let current: string | undefined;
    let isKnown = true;
    for (let at: number = Math.max(first, catalog.oldest); at <= last; at++) {
      const stored = storageAt(minor(at), catalog);
      const version = stored.get(groupResource(group, resource));
      if (isKnown && version !== undefined && version !== current) found.push({ minor: minor(at), version });
      current = version;
      isKnown = stored.size > 0;
    }
  }
  return found;
}

const known = new WeakMap<Catalog, Map<Minor, ReadonlyMap<string, string>>>();

function storageAt(binary: Minor, catalog: Catalog): ReadonlyMap<string, string> {
  const ofCatalog = known.get(catalog) ?? new Map<Minor, ReadonlyMap<string, string>>();
  known.set(catalog, ofCatalog);
  return getOrInsertComputed(ofCatalog, binary, () => {
    const resolution = resolve('', { binary, runtimeConfig: [], featureGates: [] }, catalog);
    return resolution.ok ? resolution.surface.storageVersions : new Map();
  });
}
