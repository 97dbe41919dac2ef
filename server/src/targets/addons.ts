import facts from '../../data/authored/addon-support.json' with { type: 'json' };
import { factMinor, formatMinor, type Minor } from './version.ts';

/** An add-on whose project publishes which Kubernetes versions its releases support. */
export interface Addon {
  /** `cert-manager`: the same as that of its definition set, if it has one. */
  readonly name: string;
  /** For messages: `External Secrets Operator`. */
  readonly title: string;
  /** The project's claim: it supports the versions, tests with them, or its releases need them. */
  readonly claim: 'supported' | 'tested' | 'required';
  /** The document of the claim. */
  readonly source: string;
  /** The day when the document was read, `2026-08-22`. */
  readonly asOf: string;
  /** The cluster that the versions apply to, if it is not obvious: `of the management cluster`. */
  readonly note?: string;
  /** Oldest first. */
  readonly releases: readonly AddonRelease[];
}

/** Releases of an add-on that support the same Kubernetes versions: a whole minor, or a patch with the later ones. */
export interface AddonRelease {
  /** `v1.12` for a whole minor, `v1.12.8` for this patch and later ones. */
  readonly name: string;
  /** The first release: `1.12.8`. */
  readonly first: string;
  /** Undefined if the project names no limit. */
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

/** The add-on with this name; undefined if unknown. */
export function addonOf(name: string): Addon | undefined {
  return addons.find((addon) => addon.name === name);
}

/** The entry of a version such as `v1.12.3`; undefined if the document does not name it. */
export function releaseOf({ releases }: Addon, version: string): AddonRelease | undefined {
  const numbers = numbersOf(version);
  return releases.findLast(({ first }) => {
    const [major, minor, patch = 0] = numbersOf(first);
    return major === numbers[0] && minor === numbers[1] && patch <= (numbers[2] ?? 0);
  });
}

/** Whether a release supports a minor of Kubernetes. */
export function supportsMinor({ oldest, newest }: AddonRelease, minor: Minor): boolean {
  return (oldest === undefined || oldest <= minor) && (newest === undefined || minor <= newest);
}

/** The releases that support all of these minors, oldest first. */
export function releasesFor({ releases }: Addon, minors: readonly Minor[]): readonly AddonRelease[] {
  return releases.filter((release) => minors.every((minor) => supportsMinor(release, minor)));
}

/** Compares two releases by their numbers: below 0 if the first is older. */
export function compareReleases(release: Pick<AddonRelease, 'first'>, other: Pick<AddonRelease, 'first'>): number {
  const [a, b] = [numbersOf(release.first), numbersOf(other.first)];
  const index = a.findIndex((number, position) => number !== b[position]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** The Kubernetes versions that a release supports: `1.22 to 1.32`, `1.25 or later`, `1.33`. */
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

/** Releases for messages: `v1.17`, `v1.17 or v1.18`, `a release from v1.17 to v1.21`, `v1.15, v1.17 or v1.21`. */
export function releasesText(addon: Addon, some: readonly AddonRelease[]): string {
  const names = some.map(({ name }) => name);
  const [first, last] = [names[0] ?? '', names.at(-1) ?? ''];
  if (names.length < 3) return names.join(' or ');
  if (releaseRuns(addon.releases, some).length === 1) return `a release from ${first} to ${last}`;
  return `${names.slice(-maxListed, -1).join(', ')} or ${last}`;
}

/** Groups releases into runs without gaps, each as its first and last release. */
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

/** The maximum number of listed releases; if there are gaps between them, the newest are listed. */
const maxListed = 4;

function minorOf(text: string | null | undefined): Minor | undefined {
  return text === null || text === undefined ? undefined : factMinor(text);
}

function numbersOf(version: string): readonly number[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/, 3)
    .map((part) => Number(part));
}
