import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { Minor } from '../../targets/version.ts';
import type { Catalog } from '../catalog.ts';
import type { ServedResource } from '../surface.ts';
import type { ApiType } from '../types.ts';

/**
 * The types of objects in a binary's schema. Several checks need those of served kinds for each object, so they are
 * computed once.
 */
export function rootTypesOf(
  catalog: Catalog,
  binary: Minor,
  served: readonly ServedResource[],
): (gvk: GroupVersionKind) => ApiType | undefined {
  const known = new Map<GroupVersionKind, ApiType | undefined>(served.map((resource) => [resource, undefined]));
  return (gvk) => {
    let type = known.get(gvk);
    if (type === undefined) {
      type = catalog.rootType(binary, gvk);
      if (known.has(gvk)) known.set(gvk, type);
    }
    return type;
  };
}
