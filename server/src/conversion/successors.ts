import { kindKey } from '../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { compareVersions, type GroupVersionKind, versionRank } from '../target/groupVersion.ts';
import { destination, routesFrom } from './rules.ts';

/**
 * The versions of a kind that a target serves and that a manifest could be moved up to, the newest first: more
 * preferred versions of its own group, and where the kind moved to another group what that group serves.
 */
export function successors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  let known = answers.get(surface);
  if (known === undefined) {
    known = new Map();
    answers.set(surface, known);
  }
  const key = kindKey(origin);
  let found = known.get(key);
  if (found === undefined) {
    found = findSuccessors(surface, origin);
    known.set(key, found);
  }
  return found;
}

const answers = new WeakMap<ApiSurface, Map<string, readonly ServedResource[]>>();

function findSuccessors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  const moved = new Set(routesFrom(origin).map((route) => destination(route).group));
  return surface.resources
    .filter(
      ({ group, version, kind }) =>
        kind === origin.kind &&
        (group === origin.group ? compareVersions(version, origin.version) < 0 : moved.has(group)) &&
        !lessStable(version, origin.version),
    )
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** Whether going from one version to the other would trade a stable or beta API for a less stable one. */
function lessStable(version: string, than: string): boolean {
  const order = ['stable', 'beta', 'alpha'];
  return order.indexOf(versionRank(version)?.stability ?? '') > order.indexOf(versionRank(than)?.stability ?? '');
}
