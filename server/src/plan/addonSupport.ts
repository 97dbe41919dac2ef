import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import { type Addon, type AddonRelease, addons, releaseOf, releasesFor, supportsMinor } from '../targets/addons.ts';
import type { Minor } from '../targets/version.ts';
import { grouped } from '../text/grouped.ts';

/** An add-on's releases that support a Kubernetes version, and its installed releases. */
export interface AddonSupport {
  readonly addon: Addon;
  /** Oldest first; the newest is the best choice. Empty if the document names none. */
  readonly releases: readonly AddonRelease[];
  /** In the order of the files. */
  readonly installed: readonly InstalledSupport[];
}

/** An installed release, and whether it supports a Kubernetes version. */
export interface InstalledSupport extends Pick<InstalledAddon, 'versions' | 'from'> {
  /** Undefined if the document does not name the release, or is older than the Kubernetes version. */
  readonly supported: boolean | undefined;
}

/** Which releases of each add-on with published data support a minor of Kubernetes. */
export function addonSupport(minor: Minor, installed: readonly InstalledAddon[]): readonly AddonSupport[] {
  const byName = grouped(installed.map((addon) => [addon.name, addon]));
  return addons.map((addon) => {
    const releases = releasesFor(addon, [minor]);
    return {
      addon,
      releases,
      installed: (byName.get(addon.name) ?? []).map(({ versions, from }) => ({
        versions,
        from,
        supported: releases.length === 0 ? undefined : allSupport(addon, versions, minor),
      })),
    };
  });
}

/** Whether all versions that a file allows support the minor; undefined if they differ. */
function allSupport(addon: Addon, versions: readonly string[], minor: Minor): boolean | undefined {
  const verdicts = new Set(
    versions.map((version) => {
      const release = releaseOf(addon, version);
      return release && supportsMinor(release, minor);
    }),
  );
  return verdicts.size === 1 ? [...verdicts][0] : undefined;
}
