import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { Minor } from '../../targets/version.ts';
import type { Catalog } from '../catalog.ts';
import type { ServedResource } from '../surface.ts';
import type { TypeDefinition } from '../types.ts';

/**
 * The types of objects in the schema of a binary. Several checks ask for that of each object by what is served, so for
 * those it is found once.
 */
export function rootTypesOf(
  catalog: Catalog,
  binary: Minor,
  served: readonly ServedResource[],
): (gvk: GroupVersionKind) => TypeDefinition | undefined {
  const known = new Map<GroupVersionKind, TypeDefinition | undefined>(served.map((resource) => [resource, undefined]));
  return (gvk) => {
    let type = known.get(gvk);
    if (type === undefined) {
      type = catalog.rootType(binary, gvk);
      if (known.has(gvk)) known.set(gvk, type);
    }
    return type;
  };
}
