import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import type { InstallOrigin } from '../sources/installed/linkInstallations.ts';
import {
  type Addon,
  type AddonRelease,
  addonOf,
  compareReleases,
  releaseOf,
  releasesFor,
  supportsMinor,
} from '../targets/addons.ts';
import { grouped } from '../text/grouped.ts';
import type { Plan, Step } from './plan.ts';

/** An add-on that must change for a step, because its release does not support the Kubernetes version after it. */
export interface AddonUpgrade {
  readonly addon: Addon;
  /** `v1.12.3`, or the release chosen for an earlier step of the plan: `v1.17`. */
  readonly version: string;
  readonly release: AddonRelease;
  /** Where this version is written, possibly in several places. */
  readonly origins: readonly InstallOrigin[];
  /**
   * `before` if a release supports the versions on both sides of the step, so that it is upgraded first; `with` if none
   * does; `open` if the project names no release for the version after the step, or its document is older.
   */
  readonly when: 'before' | 'with' | 'open';
  /** The releases to choose from; empty for `open`. */
  readonly releases: readonly AddonRelease[];
  /** The release that supports the most of the following steps; undefined for `open`. */
  readonly best: AddonRelease | undefined;
}

/**
 * The add-ons that must change for each step, so that each always supports the emulated version. Upgrades go to the
 * release that supports the most following steps, so that as few as possible are needed.
 *
 * @returns for each step of the plan, the add-ons that change before it or with it.
 */
export function addonUpgrades(
  { steps }: Pick<Plan, 'steps'>,
  installed: readonly InstalledAddon[],
): readonly (readonly AddonUpgrade[])[] {
  const upgrades = steps.map((): AddonUpgrade[] => []);
  const byVersion = grouped(installed.map((addon) => [`${addon.name} ${addon.versions.join(' ')}`, addon]));
  for (const all of byVersion.values()) {
    const addon = addonOf(all[0]?.name ?? '');
    const releases = all[0]?.versions.map((version) => addon && releaseOf(addon, version)) ?? [];
    // If a file allows several versions, the newest decides, so that only certain upgrades are reported.
    const [release] = releases
      .flatMap((candidate) => candidate ?? [])
      .sort(compareReleases)
      .reverse();
    if (addon === undefined || release === undefined || releases.includes(undefined)) continue;
    const origins = all.map(({ from }) => from);
    const version = all[0]?.versions.length === 1 ? (all[0].versions[0] ?? '') : (origins[0]?.text ?? '');
    for (const [index, upgrade] of upgradesOf(addon, { version, release, origins }, steps))
      upgrades[index]?.push(upgrade);
  }
  return upgrades;
}

type Installed = Pick<AddonUpgrade, 'version' | 'release' | 'origins'>;

function* upgradesOf(addon: Addon, installed: Installed, steps: readonly Step[]): Iterable<[number, AddonUpgrade]> {
  let current = installed;
  let isOpen = false;
  for (const [index, { before, after }] of steps.entries()) {
    const to = after.versions.emulation;
    if (isOpen || supportsMinor(current.release, to)) continue;
    const forBoth = releasesFor(addon, [before.versions.emulation, to]);
    const releases = forBoth.length > 0 ? forBoth : releasesFor(addon, [to]);
    const best = longestSupport(addon, current.release, releases, steps.slice(index));
    const when = best === undefined ? 'open' : forBoth.length > 0 ? 'before' : 'with';
    yield [index, { addon, ...current, when, releases, best }];
    isOpen = best === undefined;
    if (best !== undefined) current = { version: best.name, release: best, origins: installed.origins };
  }
}

/** The release that supports the most consecutive steps; of several, the one nearest to the installed release. */
function longestSupport(
  addon: Addon,
  installed: AddonRelease,
  releases: readonly AddonRelease[],
  steps: readonly Step[],
): AddonRelease | undefined {
  const supportedSteps = (release: AddonRelease) => {
    const end = steps.findIndex(({ after }) => !supportsMinor(release, after.versions.emulation));
    return end < 0 ? steps.length : end;
  };
  const installedIndex = addon.releases.indexOf(installed);
  const distance = (release: AddonRelease) => Math.abs(addon.releases.indexOf(release) - installedIndex);
  return [...releases].sort((a, b) => supportedSteps(b) - supportedSteps(a) || distance(a) - distance(b))[0];
}
