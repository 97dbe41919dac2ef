import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { deprecationOf } from '../checks/deprecation.ts';
import { compareVersions, formatGroupVersion, type GroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import type { Outline } from './outline.ts';
import { skeletonOf } from './skeleton.ts';
import { ranked, type Suggestion } from './suggestion.ts';

/** The versions that an object can name: those that every target serves first, for its kind if it names one. */
export function suggestVersions({ entries }: Outline, surfaces: readonly ApiSurface[]): readonly Suggestion[] {
  const kind = entries.get('kind') ?? '';
  const all = surfaces.map((surface) => ({ surface, served: creatable(surface) }));
  const known = all.some(({ served }) => served.some((one) => one.kind === kind));
  const versions = new Map<string, GroupVersion>();
  for (const { served } of all)
    for (const one of served) if (!known || one.kind === kind) versions.set(formatGroupVersion(one), one);
  const suggestions = [...versions]
    .sort(([, a], [, b]) => (a.group < b.group ? -1 : a.group > b.group ? 1 : compareVersions(a.version, b.version)))
    .map(([label, { group, version }]) => {
      const isIt = (one: ServedResource) =>
        one.group === group && one.version === version && (!known || one.kind === kind);
      const having = all.map(({ surface, served }) => ({ surface, found: served.find(isIt) }));
      return versionSuggestion(label, having, known);
    });
  return ranked([...suggestions, ...(kind === '' ? [] : gone(kind, versions, surfaces))]);
}

interface AtTarget {
  readonly surface: ApiSurface;
  readonly found: ServedResource | undefined;
}

function versionSuggestion(label: string, having: readonly AtTarget[], ofKind: boolean): Suggestion {
  const deprecated = ofKind && having.some(isDeprecated);
  const lacking = having.filter(({ found }) => found === undefined);
  return {
    label,
    kind: 'api-version',
    pieces: [label],
    detail: deprecated ? 'deprecated' : 'version',
    note: lackingText(lacking),
    deprecated,
    rank: (lacking.length > 0 ? 2 : 0) + (deprecated ? 1 : 0),
  };
}

/** Versions of a kind that no target serves, by what the catalogue has of them. */
function gone(kind: string, served: ReadonlyMap<string, GroupVersion>, surfaces: readonly ApiSurface[]) {
  const facts = surfaces[0]?.catalog.kinds ?? [];
  const others = facts.filter(
    (one) => one.kind === kind && one.served.length > 0 && !served.has(formatGroupVersion(one)),
  );
  return others.map((one): Suggestion => {
    const label = formatGroupVersion(one);
    const last = one.served.at(-1)?.last;
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

/** The kinds that an object can name, of its version if it names one; with their required fields where it has no others. */
export function suggestKinds(outline: Outline, column: number, surfaces: readonly ApiSurface[]): readonly Suggestion[] {
  const version = parseGroupVersion(outline.entries.get('apiVersion') ?? '');
  const isBare = column >= 0 && [...outline.entries.keys()].every((key) => key === 'apiVersion' || key === 'kind');
  const kinds = new Map<string, ServedResource>();
  const all = surfaces.map((surface) => ({ surface, served: creatable(surface) }));
  const isWanted = (one: ServedResource) =>
    version === undefined || (one.group === version.group && one.version === version.version);
  for (const { served } of all)
    for (const one of served) if (isWanted(one) && !kinds.has(one.kind)) kinds.set(one.kind, one);
  const suggestions = [...kinds].map(([label, resource]): Suggestion => {
    const having = all.map(({ surface, served }) => ({
      surface,
      found: served.find((one) => one.kind === label && isWanted(one)),
    }));
    const lacking = having.filter(({ found }) => found === undefined);
    const type = having.find(({ found }) => found !== undefined)?.surface.rootType(resource);
    const fields = isBare && version !== undefined && type !== undefined ? skeletonOf(type, column) : [''];
    const [first = '', ...rest] = fields;
    const deprecated = having.some(isDeprecated);
    return {
      label,
      kind: 'kind',
      pieces: [`${label}${first}`, ...rest],
      detail: version === undefined ? 'kind' : `kind of ${formatGroupVersion(version)}`,
      note: lackingText(lacking),
      deprecated,
      rank: (lacking.length > 0 ? 2 : 0) + (deprecated ? 1 : 0),
    };
  });
  return ranked(suggestions.sort((a, b) => (a.label < b.label ? -1 : 1)));
}

function isDeprecated({ surface, found }: AtTarget): boolean {
  return (
    found !== undefined &&
    (deprecationOf(surface, found) !== undefined || found.custom?.deprecationWarning !== undefined)
  );
}

function lackingText(lacking: readonly AtTarget[]): string {
  return lacking.length === 0 ? '' : `not served by ${lacking.map(({ surface }) => surface.name).join(', ')}`;
}

const creatableOf = new WeakMap<ApiSurface, readonly ServedResource[]>();

/** What a target serves and lets be created. */
function creatable(surface: ApiSurface): readonly ServedResource[] {
  let known = creatableOf.get(surface);
  if (known === undefined) {
    const all = [...surface.resources, ...(surface.customResources?.() ?? [])];
    known = all.filter(({ verbs }) => verbs.includes('create'));
    creatableOf.set(surface, known);
  }
  return known;
}
