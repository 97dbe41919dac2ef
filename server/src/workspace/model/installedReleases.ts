import { dirname } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { goingWith } from '../../crd/goingWith.ts';
import type { ReleaseCandidates } from '../../judge/fileInputs.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import type { CrdSetChoice } from '../../target/crds.ts';
import { type CertainRelease, withInstalledSets } from '../settings/installedSets.ts';

/**
 * The releases of built-in sets that the files of a workspace say are installed, for each of its files. Where they name one
 * alone, it counts everywhere. Where they name several, an object goes with those that its file, folder or one of parallel
 * trees binds it to, as with definitions ({@link goingWith}); what is left of several is a candidate, and none is chosen.
 */
export class InstalledReleases {
  readonly #bySet: ReadonlyMap<string, readonly Installation[]>;
  readonly #files: ReadonlySet<string>;
  readonly #known = new Map<string, readonly ReleaseCandidates[]>();
  readonly #surfaces = new WeakMap<readonly ApiSurface[], Map<string, readonly ApiSurface[]>>();

  constructor(installations: readonly Installation[]) {
    const bySet = new Map<string, Installation[]>();
    for (const one of installations) {
      const known = bySet.get(one.set);
      if (known === undefined) bySet.set(one.set, [one]);
      else known.push(one);
    }
    this.#bySet = bySet;
    this.#files = new Set(installations.map(({ path }) => path));
  }

  /** What is installed where a file lies, by its absolute path. All files of a folder share it, but for those that name releases. */
  of(path: string): readonly ReleaseCandidates[] {
    if (this.#bySet.size === 0) return none;
    const key = this.#files.has(path) ? path : dirname(path);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = [...this.#bySet].map(([set, all]) => candidatesOf(set, all, path));
      this.#known.set(key, known);
    }
    return known;
  }

  /** Surfaces with the releases that are certain for a file. The same array for the same ones. */
  complete(surfaces: readonly ApiSurface[], candidates: readonly ReleaseCandidates[]): readonly ApiSurface[] {
    const certain = candidates.flatMap(({ chosen, from: [from] }): readonly CertainRelease[] =>
      chosen === undefined || from === undefined ? [] : [{ choice: chosen, from }],
    );
    if (certain.length === 0) return surfaces;
    const known = this.#surfaces.get(surfaces) ?? new Map<string, readonly ApiSurface[]>();
    this.#surfaces.set(surfaces, known);
    const key = JSON.stringify(certain);
    const completed = known.get(key) ?? surfaces.map((surface) => withInstalledSets(surface, certain));
    known.set(key, completed);
    return completed;
  }
}

const none: readonly ReleaseCandidates[] = [];

/** The sets of which a release is certain. */
export function certainSets(candidates: readonly ReleaseCandidates[]): readonly string[] {
  return candidates.flatMap(({ set, chosen }) => (chosen === undefined ? [] : [set]));
}

function candidatesOf(set: string, all: readonly Installation[], path: string): ReleaseCandidates {
  const bound = releasesIn(all).length < 2 || all.some(({ isPart }) => isPart) ? all : goingWith(all, path);
  const releases = releasesIn(bound);
  const [first, ...others] = releases;
  const isCertain = first !== undefined && others.length === 0;
  return {
    set,
    releases: releases.flatMap((release) => release ?? []),
    chosen: isCertain ? first : undefined,
    from: [...new Map(bound.map(({ from }) => [`${from.file}:${from.line}`, from])).values()].slice(0, mostPlaces),
  };
}

/** More places than these say nothing more to anybody. */
const mostPlaces = 10;

/** The different releases; undefined for one that nobody can tell. */
function releasesIn(all: readonly Installation[]): readonly (CrdSetChoice | undefined)[] {
  const releases = new Map(all.map(({ choice }) => [choice && `${choice.release}/${choice.channel ?? ''}`, choice]));
  return [...releases.values()];
}
