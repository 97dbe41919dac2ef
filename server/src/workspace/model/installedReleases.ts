import { dirname } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { matchingDefinitions } from '../../crd/matchingDefinitions.ts';
import type { ReleaseCandidates } from '../../judge/fileInputs.ts';
import { type InstalledAddon, installedAddons } from '../../sources/installed/installedAddons.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import { type CrdSetChoice, crdSets } from '../../targets/crds.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { grouped } from '../../text/grouped.ts';
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
  readonly #known = new Map<string, ReleasesInFolder>();
  readonly #named = new Map<string, readonly NamedReleases[]>();
  readonly #foreign = new Map<string, readonly string[]>();
  readonly #without = new WeakMap<readonly ApiSurface[], WeakMap<readonly string[], readonly ApiSurface[]>>();
  readonly #surfaces = new WeakMap<readonly ApiSurface[], WeakMap<readonly NamedReleases[], readonly ApiSurface[]>>();

  constructor(installations: readonly Installation[]) {
    const bySet = new Map<string, Installation[]>();
    const ofSets = installations.filter(({ isAddon }) => isAddon !== true);
    this.#addons = grouped(installedAddons(installations).map((addon) => [addon.from.file, addon]));
    for (const installation of ofSets) {
      const known = bySet.get(installation.set);
      if (known === undefined) bySet.set(installation.set, [installation]);
      else known.push(installation);
    }
    this.#bySet = bySet;
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
  of(path: string): ReleasesInFolder {
    if (this.#bySet.size === 0) return nowhere;
    const key = this.#files.has(path) ? path : dirname(path);
    return getOrInsertComputed(this.#known, key, () => {
      const bound = [...this.#bySet].map(([set, all]) => ({ set, bound: boundTo(all, path) }));
      const named = bound.flatMap((item): readonly NamedReleases[] => {
        const releases = namedBy(item.bound);
        return releases === undefined ? [] : [releases];
      });
      const candidates = bound.map((item) => candidatesOf(item.set, item.bound));
      const foreign = bound.flatMap((item) =>
        item.bound.every(({ isForeign }) => isForeign === true) ? item.set : [],
      );
      return { candidates, named: this.#interned(named), foreign: this.#internedSets(foreign) };
    });
  }

  /** Surfaces with the releases named for a file. The same array for the same ones. */
  complete(surfaces: readonly ApiSurface[], { named, foreign }: ReleasesInFolder): readonly ApiSurface[] {
    if (foreign.length === 0) return this.#withNamed(surfaces, named);
    const known = this.#without.get(surfaces) ?? new WeakMap<readonly string[], readonly ApiSurface[]>();
    this.#without.set(surfaces, known);
    const without = known.get(foreign) ?? surfaces.map((surface) => withoutSets(surface, foreign));
    known.set(foreign, without);
    return this.#withNamed(without, named);
  }

  #withNamed(surfaces: readonly ApiSurface[], named: readonly NamedReleases[]): readonly ApiSurface[] {
    if (named.length === 0) return surfaces;
    const known = this.#surfaces.get(surfaces) ?? new WeakMap<readonly NamedReleases[], readonly ApiSurface[]>();
    this.#surfaces.set(surfaces, known);
    const completed = known.get(named) ?? surfaces.map((surface) => withInstalledSets(surface, named));
    known.set(named, completed);
    return completed;
  }

  #internedSets(sets: readonly string[]): readonly string[] {
    const key = sets.join();
    const known = this.#foreign.get(key) ?? sets;
    this.#foreign.set(key, known);
    return known;
  }

  #interned(named: readonly NamedReleases[]): readonly NamedReleases[] {
    const key = JSON.stringify(named);
    const known = this.#named.get(key) ?? named;
    this.#named.set(key, known);
    return known;
  }
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
