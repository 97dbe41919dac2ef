import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { CrdSetPack } from '../../../server/src/crd/sets/pack.ts';
import { crdSets } from '../../../server/src/targets/crds.ts';
import { builtInPages } from './builtIn.ts';
import { customPages } from './custom.ts';
import type { KindPage } from './kindPage.ts';

/**
 * Every kind of Kubernetes and of the built-in sets, page by page: all at once would take hundreds of megabytes.
 *
 * @param readPack returns the pack of a set.
 */
export function* allPages(catalog: Catalog, readPack: (set: string) => CrdSetPack): Generator<KindPage> {
  yield* builtInPages(catalog);
  for (const set of crdSets) yield* customPages(set, readPack(set.name));
}
