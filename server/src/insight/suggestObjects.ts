import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';
import {
  bestOf,
  creatableResources,
  deprecationAndRank,
  isSame,
  lackingTargetsText,
  type ServedAt,
  worthOf,
} from './servedKinds.ts';
import { skeletonOf } from './skeleton/skeleton.ts';
import type { TabStops } from './skeleton/stops.ts';
import { ranked, type Suggestion } from './suggestion.ts';

/** Whole objects, by kind: the best version of each, with initial content. */
export function suggestObjects(surfaces: readonly ApiSurface[]): readonly Suggestion[] {
  const all = surfaces.map((surface) => ({ surface, served: creatableResources(surface) }));
  const known = grouped(
    all.flatMap(({ served }) =>
      served.map((servedResource) => [`${servedResource.kind}.${servedResource.group}`, servedResource] as const),
    ),
  );
  const byWorth = [...known.values()].sort(
    ([a], [b]) => worthOf(a) - worthOf(b) || ((a?.kind ?? '') < (b?.kind ?? '') ? -1 : 1),
  );
  const suggestions = byWorth.flatMap((resources): Suggestion[] => {
    const best = bestOf(resources, all);
    const from = best && initialContent(best, 0, all);
    if (best === undefined || from === undefined) return [];
    const having = all.map(({ surface, served }) => ({
      surface,
      found: served.find((servedResource) => isSame(servedResource, best)),
    }));
    const version = formatGroupVersion(best);
    const lacking = lackingTargetsText(having.filter(({ found }) => found === undefined));
    const [first = '', ...rest] = from.pieces;
    return [
      {
        label: best.kind,
        kind: 'object',
        pieces: [`apiVersion: ${version}\nkind: ${best.kind}${first}`, ...rest],
        stops: from.stops,
        detail: `a new object of ${version}`,
        note: lacking === '' ? version : `${version}, ${lacking}`,
        ...deprecationAndRank(having),
      },
    ];
  });
  return ranked(suggestions);
}

/** The initial content of an object below its kind; undefined if no target has its type. */
export function initialContent(
  resource: ServedResource,
  column: number,
  all: readonly ServedAt[],
): TabStops | undefined {
  const at = all.find(({ served }) => served.some((servedResource) => isSame(servedResource, resource)));
  const type = at?.surface.rootType(resource);
  return type && skeletonOf(resource, type, column);
}
