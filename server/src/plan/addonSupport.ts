import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import { type Addon, type AddonRelease, addons, goesWith, releaseOf, releasesFor } from '../targets/addons.ts';
import type { Minor } from '../targets/version.ts';
import { grouped } from '../text/grouped.ts';

/** Which releases of an add-on go with a version of Kubernetes, and what files install of it. */
export interface AddonSupport {
  readonly addon: Addon;
  /** Oldest first: the newest is the first choice. Empty where the document names none. */
  readonly releases: readonly AddonRelease[];
  /** In the order of the files. */
  readonly installed: readonly InstalledSupport[];
}

/** An installed release, and whether it goes with a version of Kubernetes. */
export interface InstalledSupport extends Pick<InstalledAddon, 'versions' | 'from'> {
  /** Undefined where the document does not say it: it does not name the release, or it is older than the version. */
  readonly goesWith: boolean | undefined;
}

/** Every add-on whose project publishes what its releases go with, by name, for one minor of Kubernetes. */
export function addonSupport(minor: Minor, installed: readonly InstalledAddon[]): readonly AddonSupport[] {
  const byName = grouped(installed.map((one) => [one.name, one]));
  return addons.map((addon) => {
    const releases = releasesFor(addon, [minor]);
    return {
      addon,
      releases,
      installed: (byName.get(addon.name) ?? []).map(({ versions, from }) => ({
        versions,
        from,
        goesWith: releases.length === 0 ? undefined : allGoWith(addon, versions, minor),
      })),
    };
  });
}

/** Of versions that a file leaves open, all must agree. */
function allGoWith(addon: Addon, versions: readonly string[], minor: Minor): boolean | undefined {
  const verdicts = new Set(
    versions.map((version) => {
      const release = releaseOf(addon, version);
      return release && goesWith(release, minor);
    }),
  );
  return verdicts.size === 1 ? [...verdicts][0] : undefined;
}
