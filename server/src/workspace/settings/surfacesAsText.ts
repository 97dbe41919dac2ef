import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import { memoizeWeakly } from '../../text/memoize.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { notingIn } from '../ground/graph.ts';
import { sha256 } from '../ground/sha256.ts';
import { filesWithDefinitions } from './targetCrds.ts';

/** The same text for targets that judge alike. Their definitions count as they were when this was first asked. */
export const surfacesAsText: (surfaces: readonly ApiSurface[]) => string = memoizeWeakly((surfaces) =>
  // The selection of the targets has read these files already.
  notingIn(undefined, () =>
    sha256(
      JSON.stringify(
        surfaces.map((surface) => [
          surface.name,
          surface.target,
          declaredFamilies(surface)?.families ?? null,
          definitionsOf(surface),
          surface.deprecations ?? null,
        ]),
      ),
    ),
  ),
);

function definitionsOf({ target: { crds } }: ApiSurface): readonly (readonly [path: string, digest: string])[] {
  const files = crds === undefined ? [] : filesWithDefinitions(crds);
  return files.map((path) => [path, sha256(textOrEmpty(path))]);
}
