import type { ApiSurface } from '../catalog/surface.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';

/**
 * The targets of a file, once for each definition that an object in it may be meant for; unchanged without
 * alternatives.
 *
 * @param file the absolute path of the file.
 */
export function possibleSurfaces(
  gvk: GroupVersionKind,
  surfaces: readonly ApiSurface[],
  file: string | undefined,
): readonly [readonly ApiSurface[], ...(readonly ApiSurface[])[]] {
  const all = surfaces.map((surface) => {
    const conflict = surface.definitionConflict?.(gvk);
    // By default it uses the newest release.
    return conflict === undefined || conflict.releases !== undefined
      ? [surface]
      : conflict.surfacesFor(gvk.version, file);
  });
  const at = (index: number) => surfaces.map((surface, target) => all[target]?.[index] ?? all[target]?.[0] ?? surface);
  const others = Math.max(1, ...all.map((conflict) => conflict.length)) - 1;
  return [at(0), ...Array.from({ length: others }, (_, index) => at(index + 1))];
}
