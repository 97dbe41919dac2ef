import facts from '../../data/authored/addon-support.json' with { type: 'json' };
import { factMinor, formatMinor, type Minor } from './version.ts';

/** An add-on whose project publishes which of its releases go with which versions of Kubernetes. */
export interface Addon {
  /** `cert-manager`: that of the set of its definitions, where there is one. */
  readonly name: string;
  /** For people: `External Secrets Operator`. */
  readonly title: string;
  /** The project's claim: it supports the versions, tests with them, or its releases need them. */
  readonly claim: 'supported' | 'tested' | 'required';
  /** The document that says it. */
  readonly source: string;
  /** The day of the copy of the document that was read, `2026-08-22`. */
  readonly asOf: string;
  /** Which cluster the versions are of, where that is not plain: `of the management cluster`. */
  readonly note?: string;
  /** Oldest first. */
  readonly releases: readonly AddonRelease[];
}

/** Releases of an add-on that go with the same versions of Kubernetes: a minor, or what follows a patch of it. */
export interface AddonRelease {
  /** `v1.12` for all of the minor, `v1.12.8` for this patch and later ones. */
  readonly name: string;
  /** The first of them: `1.12.8`. */
  readonly first: string;
  /** Undefined where the project names no limit. */
  readonly oldest: Minor | undefined;
  readonly newest: Minor | undefined;
}

interface WrittenAddon {
  readonly title: string;
  readonly claim: string;
  readonly source: string;
  readonly asOf: string;
  readonly note?: string;
  readonly releases: readonly (readonly (string | null)[])[];
}

/** Every add-on of `data/authored/addon-support.json`, by name. */
export const addons: readonly Addon[] = Object.entries<WrittenAddon>(facts.addons).map(([name, addon]) => ({
  ...addon,
  name,
  claim: addon.claim === 'supported' || addon.claim === 'tested' ? addon.claim : 'required',
  releases: addon.releases.flatMap(([written, oldest, newest]): readonly AddonRelease[] => {
    if (written === undefined || written === null) return [];
    const first = numbersOf(written).length > 2 ? written : `${written}.0`;
    return [{ name: `v${written}`, first, oldest: minorOf(oldest), newest: minorOf(newest) }];
  }),
}));

/** The add-on of a name; undefined for others. */
export function addonOf(name: string): Addon | undefined {
  return addons.find((addon) => addon.name === name);
}

/** The entry of a version such as `v1.12.3`; undefined if the document does not name it. */
export function releaseOf({ releases }: Addon, version: string): AddonRelease | undefined {
  const wanted = numbersOf(version);
  return releases.findLast(({ first }) => {
    const [major, minor, patch = 0] = numbersOf(first);
    return major === wanted[0] && minor === wanted[1] && patch <= (wanted[2] ?? 0);
  });
}

/** Whether a release goes with a minor of Kubernetes. */
export function goesWith({ oldest, newest }: AddonRelease, minor: Minor): boolean {
  return (oldest === undefined || oldest <= minor) && (newest === undefined || minor <= newest);
}

/** The releases that go with each of some minors, oldest first; none where the project has published none. */
export function releasesFor({ releases }: Addon, minors: readonly Minor[]): readonly AddonRelease[] {
  return releases.filter((release) => minors.every((minor) => goesWith(release, minor)));
}

/** Compares two releases by their numbers: below 0 where the first is older. */
export function compareReleases(one: Pick<AddonRelease, 'first'>, other: Pick<AddonRelease, 'first'>): number {
  const [a, b] = [numbersOf(one.first), numbersOf(other.first)];
  const index = a.findIndex((number, place) => number !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** The versions of Kubernetes that go with a release: `1.22 to 1.32`, `1.25 or later`, `1.33`. */
export function rangeText({ oldest, newest }: AddonRelease): string {
  if (oldest === undefined) return newest === undefined ? 'all versions' : `${formatMinor(newest)} or earlier`;
  if (newest === undefined) return `${formatMinor(oldest)} or later`;
  return oldest === newest ? formatMinor(oldest) : `${formatMinor(oldest)} to ${formatMinor(newest)}`;
}

/** The project's claim for a release, as a predicate: `supports Kubernetes 1.22 to 1.32`. */
export function claimText({ claim }: Addon, release: AddonRelease): string {
  return `${verbs[claim]} Kubernetes ${rangeText(release)}`;
}

const verbs = { supported: 'supports', tested: 'is tested with', required: 'needs' } as const;

/** Releases for people: `v1.17`, `v1.17 or v1.18`, `a release from v1.17 to v1.21`, `v1.15, v1.17 or v1.21`. */
export function releasesText(addon: Addon, some: readonly AddonRelease[]): string {
  const names = some.map(({ name }) => name);
  const [first, last] = [names[0] ?? '', names.at(-1) ?? ''];
  if (names.length < 3) return names.join(' or ');
  if (releaseRuns(addon.releases, some).length === 1) return `a release from ${first} to ${last}`;
  return `${names.slice(-most, -1).join(', ')} or ${last}`;
}

/** Releases as runs without gaps, each with its first and its last. */
export function releaseRuns(
  all: readonly AddonRelease[],
  some: readonly AddonRelease[],
): readonly (readonly [AddonRelease, AddonRelease])[] {
  const runs: [AddonRelease, AddonRelease][] = [];
  for (const release of some) {
    const run = runs.at(-1);
    if (run !== undefined && all[all.indexOf(run[1]) + 1] === release) run[1] = release;
    else runs.push([release, release]);
  }
  return runs;
}

/** Of releases with gaps between them, the newest matter. */
const most = 4;

function minorOf(text: string | null | undefined): Minor | undefined {
  return text === null || text === undefined ? undefined : factMinor(text);
}

function numbersOf(version: string): readonly number[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/, 3)
    .map((part) => Number(part));
}
