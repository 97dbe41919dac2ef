import type { ApiSurface } from '../catalog/surface.ts';
import type { KnownKind } from '../crd/sets/knownKinds.ts';
import { formatGroupVersion, type GroupVersion } from '../targets/groupVersion.ts';
import type { Outline } from './outline.ts';
import { skeletonOf } from './skeleton/skeleton.ts';
import type { TabStops } from './skeleton/stops.ts';
import type { Suggestion } from './suggestion.ts';

/*
 * Kinds of the built-in sets of custom resources, which a cluster may have. There are a thousand: without their group
 * they are offered by the first letters that are written.
 */

const fewestLetters = 2;

/** The head of an object that is being written. */
export interface WrittenHead {
  readonly outline: Outline;
  /** The column of its keys. */
  readonly column: number;
  /** The written part of the version or kind. */
  readonly word: string;
  /** The kinds of the built-in sets. */
  readonly knownKinds: readonly KnownKind[];
}

/** Whether a list for a written word lacks kinds that the next letter brings. */
export function lacksKnownKinds(word: string): boolean {
  return word.length < fewestLetters;
}

function beginsWith(label: string, word: string): boolean {
  return word.length >= fewestLetters && label.toLowerCase().startsWith(word.toLowerCase());
}

/** Whole objects of these kinds. */
export function suggestKnownObjects(
  word: string,
  surfaces: readonly ApiSurface[],
  all: readonly KnownKind[],
): readonly Suggestion[] {
  const found = all.filter(
    (known) => beginsWith(known.kind, word) && surfaces.some((surface) => isOpenTo(known, surface)),
  );
  return preferred(found).map((known) => {
    const version = formatGroupVersion(known);
    const { pieces, stops } = contentOf(known, 0, surfaces);
    const [first = '', ...rest] = pieces;
    return {
      ...suggestion(known.kind, 'object', `a new object of ${version}`, version),
      pieces: [`apiVersion: ${version}\nkind: ${known.kind}${first}`, ...rest],
      stops,
    };
  });
}

/**
 * The same after `kind:`.
 *
 * @param version the written one; undefined without.
 * @param surfaces the targets, for initial content; none where there is content.
 */
export function suggestKnownKinds(
  { outline, column, word }: WrittenHead,
  all: readonly KnownKind[],
  version: GroupVersion | undefined,
  surfaces: readonly ApiSurface[],
): readonly Suggestion[] {
  const isMeant = (known: KnownKind) =>
    version === undefined
      ? beginsWith(known.kind, word)
      : known.group === version.group && known.version === version.version;
  return preferred(all.filter(isMeant)).map((known) => {
    const written = formatGroupVersion(known);
    const { pieces, stops } = surfaces.length === 0 ? nothing : contentOf(known, column, surfaces);
    const [first = '', ...rest] = pieces;
    const head = outline.entries.has('apiVersion') ? '' : `\n${' '.repeat(Math.max(column, 0))}apiVersion: ${written}`;
    const isHead = surfaces.length > 0 && (version !== undefined || head !== '');
    return {
      ...suggestion(known.kind, 'kind', `kind of ${written}`, version === undefined ? written : ''),
      pieces: isHead ? [`${known.kind}${head}${first}`, ...rest] : [known.kind],
      ...(isHead ? { stops } : {}),
    };
  });
}

/** The versions of a kind of the sets, or all that begin with the written word if the kind is ''. */
export function suggestKnownVersions(
  kind: string,
  served: ReadonlyMap<string, GroupVersion>,
  { word, knownKinds }: Pick<WrittenHead, 'word' | 'knownKinds'>,
): readonly Suggestion[] {
  const labels = knownKinds
    .filter((known) => (kind === '' ? beginsWith(known.group, word) : known.kind === kind))
    .map(formatGroupVersion);
  return [...new Set(labels)]
    .filter((label) => !served.has(label))
    .map((label) => ({ ...suggestion(label, 'api-version', 'version', ''), pieces: [label] }));
}

const nothing: TabStops = { pieces: [''], stops: [] };

function contentOf(known: KnownKind, column: number, surfaces: readonly ApiSurface[]): TabStops {
  for (const surface of surfaces) {
    const type = surface.rootType(known);
    if (type !== undefined) return skeletonOf(known, type, column);
  }
  return nothing;
}

/** Only one version of each kind, the most preferred. */
function preferred(kinds: readonly KnownKind[]): readonly KnownKind[] {
  const first = new Map<string, KnownKind>();
  for (const known of kinds) {
    const key = `${known.kind}.${known.group}`;
    if (!first.has(key)) first.set(key, known);
  }
  return [...first.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
}

/** Whether the files name no release of the kind's sets: otherwise its definitions are known, and offered as such. */
export function isOpenTo({ sets }: KnownKind, { namedSets }: ApiSurface): boolean {
  return !sets.some((set) => namedSets?.has(set) === true);
}

function suggestion(label: string, kind: Suggestion['kind'], detail: string, note: string): Omit<Suggestion, 'pieces'> {
  return { label, kind, detail, note, deprecated: false, rank: 1 };
}
