import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { compareVersions, formatGroupVersion, type GroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { grouped } from '../text/grouped.ts';
import {
  bestOf,
  creatableResources,
  deprecationAndRank,
  isDeprecated,
  isSame,
  type KindAtTarget,
  lackingTargetsText,
  worthOf,
} from './servedKinds.ts';
import { ranked, type Suggestion } from './suggestion.ts';
import { isOpenTo, suggestKnownKinds, suggestKnownVersions, type WrittenHead } from './suggestKnownKinds.ts';
import { initialContent } from './suggestObjects.ts';

/** The possible versions of an object: those that every target serves first, for its kind if present. */
export function suggestVersions(head: WrittenHead, surfaces: readonly ApiSurface[]): readonly Suggestion[] {
  const { entries } = head.outline;
  const kind = entries.get('kind') ?? '';
  const all = surfaces.map((surface) => ({ surface, served: creatableResources(surface) }));
  const known = all.some(({ served }) => served.some((servedResource) => servedResource.kind === kind));
  const versions = new Map<string, GroupVersion>();
  for (const { served } of all)
    for (const servedResource of served)
      if (!known || servedResource.kind === kind) versions.set(formatGroupVersion(servedResource), servedResource);
  const suggestions = [...versions]
    .sort(([, a], [, b]) => (a.group < b.group ? -1 : a.group > b.group ? 1 : compareVersions(a.version, b.version)))
    .map(([label, { group, version }]) => {
      const isIt = (servedResource: ServedResource) =>
        servedResource.group === group &&
        servedResource.version === version &&
        (!known || servedResource.kind === kind);
      const having = all.map(({ surface, served }) => ({ surface, found: served.find(isIt) }));
      return versionSuggestion(label, having, known);
    });
  const ofSets = known ? [] : suggestKnownVersions(kind, versions, head);
  if (kind !== '' && ofSets.length > 0) return ofSets;
  return ranked([...suggestions, ...ofSets, ...(kind === '' ? [] : gone(kind, versions, surfaces))]);
}

function versionSuggestion(label: string, having: readonly KindAtTarget[], ofKind: boolean): Suggestion {
  const deprecated = ofKind && having.some(isDeprecated);
  const lacking = having.filter(({ found }) => found === undefined);
  return {
    label,
    kind: 'api-version',
    pieces: [label],
    detail: deprecated ? 'deprecated' : 'version',
    note: lackingTargetsText(lacking),
    deprecated,
    rank: (lacking.length > 0 ? 2 : 0) + (deprecated ? 1 : 0),
  };
}

/** Unserved versions of a kind, from the catalogue. */
function gone(kind: string, served: ReadonlyMap<string, GroupVersion>, surfaces: readonly ApiSurface[]) {
  const facts = surfaces[0]?.catalog.kinds ?? [];
  const others = facts.filter(
    (fact) => fact.kind === kind && fact.served.length > 0 && !served.has(formatGroupVersion(fact)),
  );
  return others.map((other): Suggestion => {
    const label = formatGroupVersion(other);
    const last = other.served.at(-1)?.last;
    const note = last === undefined ? 'not served by the targets' : `last served by ${formatMinor(last)}`;
    return {
      label,
      kind: 'api-version',
      pieces: [label],
      detail: 'version',
      note,
      deprecated: last !== undefined,
      rank: 4,
    };
  });
}

/** The possible kinds of an object, of its version if present; with initial content if it is otherwise empty. */
export function suggestKinds(head: WrittenHead, surfaces: readonly ApiSurface[]): readonly Suggestion[] {
  const { outline, column } = head;
  const written = outline.entries.get('apiVersion') ?? '';
  const version = parseGroupVersion(written);
  const isBare = column >= 0 && [...outline.entries.keys()].every((key) => key === 'apiVersion' || key === 'kind');
  const all = surfaces.map((surface) => ({ surface, served: creatableResources(surface) }));
  const known = grouped(
    all.flatMap(({ served }) =>
      served
        .filter(
          (servedResource) =>
            version === undefined ||
            (servedResource.group === version.group && servedResource.version === version.version),
        )
        .map((servedResource) => [servedResource.kind, servedResource] as const),
    ),
  );
  const suggestions = [...known].sort(byWorth).map(([label, resources]): Suggestion => {
    // Without a version the best one of the kind is used; the group may be ambiguous.
    const groups = new Set(resources.map(({ group }) => group));
    const best = groups.size === 1 ? bestOf(resources, all) : resources[0];
    const isIt = (servedResource: ServedResource) =>
      servedResource.kind === label && (version === undefined || isSame(servedResource, best));
    const having = all.map(({ surface, served }) => ({ surface, found: served.find(isIt) }));
    const hasOwn = version !== undefined || (written === '' && groups.size === 1);
    const from = isBare && hasOwn && best !== undefined ? initialContent(best, column, all) : undefined;
    const head = version === undefined && from !== undefined ? `\n${' '.repeat(Math.max(column, 0))}` : '';
    const named = head === '' || best === undefined ? '' : `${head}apiVersion: ${formatGroupVersion(best)}`;
    const [first = '', ...rest] = from?.pieces ?? [''];
    return {
      label,
      kind: 'kind',
      pieces: [`${label}${outline.entries.has('apiVersion') ? '' : named}${first}`, ...rest],
      ...(from === undefined ? {} : { stops: from.stops }),
      detail: version === undefined ? 'kind' : `kind of ${formatGroupVersion(version)}`,
      note: lackingTargetsText(having.filter(({ found }) => found === undefined)),
      ...deprecationAndRank(having),
    };
  });
  const ofSets = head.knownKinds.filter(
    (each) => !known.has(each.kind) && surfaces.some((surface) => isOpenTo(each, surface)),
  );
  return ranked([...suggestions, ...suggestKnownKinds(head, ofSets, version, isBare ? surfaces : [])]);
}

/** Common kinds first, then those of Kubernetes, then custom resources. */
function byWorth([a, [first]]: KindEntry, [b, [second]]: KindEntry): number {
  return worthOf(first) - worthOf(second) || (a < b ? -1 : 1);
}

type KindEntry = readonly [string, readonly ServedResource[]];
