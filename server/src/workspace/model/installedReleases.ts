import { dirname } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { matchingDefinitions } from '../../crd/matchingDefinitions.ts';
import type { ReleaseCandidates } from '../../judge/fileInputs.ts';
import { type InstalledAddon, installedAddons } from '../../sources/installed/installedAddons.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import { type CrdSetChoice, crdSets } from '../../targets/crds.ts';
import { grouped } from '../../text/grouped.ts';
import { memoize, memoizeWeakly } from '../../text/memoize.ts';
import { type NamedRelease, type NamedReleases, withInstalledSets, withoutSets } from '../settings/installedSets.ts';

/** The releases installed at a location. */
interface ReleasesInFolder {
  readonly candidates: readonly ReleaseCandidates[];
  /** The sets with only these releases. The same array for the same ones. */
  readonly named: readonly NamedReleases[];
  /** The sets that an unknown installation replaces. The same array for the same ones. */
  readonly foreign: readonly string[];
}

/**
 * The releases of built-in sets that workspace files install, for each file. A single one applies everywhere. Of
 * several, an object uses those in its file, folder or parallel tree, like definitions ({@link matchingDefinitions});
 * of the remaining ones the cluster has one, unless one of them is unknown.
 */
export class InstalledReleases {
  readonly #bySet: ReadonlyMap<string, readonly Installation[]>;
  readonly #files: ReadonlySet<string>;
  readonly #addons: ReadonlyMap<string, readonly InstalledAddon[]>;

  constructor(installations: readonly Installation[]) {
    const ofSets = installations.filter(({ isAddon }) => isAddon !== true);
    this.#addons = grouped(installedAddons(installations).map((addon) => [addon.from.file, addon]));
    this.#bySet = grouped(ofSets.map((installation) => [installation.set, installation]));
    this.#files = new Set(ofSets.map(({ path }) => path));
  }

  /** The add-ons whose versions a file names, by the name that reports give it. */
  addonsIn(file: string): readonly InstalledAddon[] {
    return this.#addons.get(file) ?? none;
  }

  /**
   * The releases installed for a file, by absolute path. All files of a folder share them, except those that name
   * releases.
   */
  readonly of = memoize(
    (path: string): ReleasesInFolder => {
      const bound = [...this.#bySet].map(([set, all]) => ({ set, bound: boundTo(all, path) }));
      if (bound.length === 0) return nowhere;
      const isUnknown = (all: readonly Installation[]) => all.every(({ isForeign }) => isForeign === true);
      return {
        candidates: bound.map((item) => candidatesOf(item.set, item.bound)),
        named: this.#oneNamed(bound.map((item) => namedBy(item.bound)).filter((named) => named !== undefined)),
        foreign: this.#oneForeign(bound.flatMap((item) => (isUnknown(item.bound) ? item.set : []))),
      };
    },
    (path) => (this.#files.has(path) ? path : dirname(path)),
  );

  /** Surfaces with the releases named for a file. The same array for the same ones. */
  complete(surfaces: readonly ApiSurface[], { named, foreign }: ReleasesInFolder): readonly ApiSurface[] {
    const without = foreign.length === 0 ? surfaces : this.#without(surfaces)(foreign);
    return named.length === 0 ? without : this.#withNamed(without)(named);
  }

  readonly #oneNamed = memoize((named: readonly NamedReleases[]) => named, JSON.stringify);

  readonly #oneForeign = memoize((sets: readonly string[]) => sets, String);

  readonly #without = memoizeWeakly((surfaces: readonly ApiSurface[]) =>
    memoizeWeakly((sets: readonly string[]) => surfaces.map((surface) => withoutSets(surface, sets))),
  );

  readonly #withNamed = memoizeWeakly((surfaces: readonly ApiSurface[]) =>
    memoizeWeakly((named: readonly NamedReleases[]) => surfaces.map((surface) => withInstalledSets(surface, named))),
  );
}

const none: readonly InstalledAddon[] = [];
const nowhere: ReleasesInFolder = { candidates: [], named: [], foreign: [] };

/** The installations of a set that apply to a file. */
function boundTo(all: readonly Installation[], path: string): readonly Installation[] {
  return releasesIn(all).length < 2 || all.some(({ isPart }) => isPart) ? all : matchingDefinitions(all, path);
}

function candidatesOf(set: string, bound: readonly Installation[]): ReleaseCandidates {
  const releases = releasesIn(bound);
  return {
    set,
    releases: releases.flatMap((release) => release ?? []),
    isOpen: releases.includes(undefined),
    from: [...new Map(bound.map(({ from }) => [`${from.file}:${from.line}`, from])).values()].slice(0, maxListed),
  };
}

/** Further places add no information. */
const maxListed = 10;

/** Each release with the first place that names it, the newest first; undefined if one is unknown. */
function namedBy(bound: readonly Installation[]): NamedReleases | undefined {
  const named = new Map<string, NamedRelease>();
  for (const { choice, from } of bound) {
    if (choice === undefined) return undefined;
    const key = keyOf(choice);
    if (!named.has(key)) named.set(key, { choice, from });
  }
  const releases = crdSets.find(({ name }) => name === bound[0]?.set)?.releases ?? [];
  const age = ({ choice }: NamedRelease) => releases.indexOf(choice.release);
  const [first, ...others] = [...named.values()].sort((a, b) => age(b) - age(a));
  return first === undefined ? undefined : [first, ...others];
}

/** The distinct releases; undefined for an unknown one. */
function releasesIn(all: readonly Installation[]): readonly (CrdSetChoice | undefined)[] {
  return [...new Map(all.map(({ choice }) => [choice && keyOf(choice), choice])).values()];
}

function keyOf({ release, channel }: CrdSetChoice): string {
  return `${release}/${channel ?? ''}`;
}
