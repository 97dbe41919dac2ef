import type { Addon, AddonRelease } from '../../targets/addons.ts';
import {
  addonOf,
  claimText,
  compareReleases,
  releaseOf,
  releasesFor,
  releasesText,
  supportsMinor,
} from '../../targets/addons.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Check } from '../check.ts';

/**
 * An add-on release that does not support the target's version by its project's document, although other releases do.
 */
export const unsupportedAddon: Check = {
  codes: [
    {
      code: 'unsupported-addon',
      consequences: ['advice'],
      title: 'The add-on release is not documented for the target',
    },
  ],
  addon({ addon: { name, versions, from }, span }, { versions: { emulation } }, emit) {
    const addon = addonOf(name);
    if (addon === undefined) return;
    const releases = versions.map((version) => releaseOf(addon, version));
    const fitting = releasesFor(addon, [emulation]);
    const [release] = releases;
    // Without any supporting release, the document is probably older than the Kubernetes version.
    if (release === undefined || fitting.length === 0) return;
    if (releases.some((release) => release === undefined || supportsMinor(release, emulation))) return;
    const minor = formatMinor(emulation);
    const of = addon.note === undefined ? '' : ` (${addon.note})`;
    emit({
      code: 'unsupported-addon',
      consequence: 'advice',
      path: '',
      span,
      message: `${addon.title} ${versions.length > 1 ? from.text : versions[0]} ${claimText(addon, release)}, not ${minor}`,
      why: `The project publishes which Kubernetes versions its releases support${of}, as read on ${addon.asOf}.`,
      remedy: remedyOf(addon, release, fitting, minor),
      source: addon.source,
      fixes: () => [],
    });
  },
};

function remedyOf(addon: Addon, release: AddonRelease, fitting: readonly AddonRelease[], minor: string): string {
  const later = fitting.filter((candidate) => compareReleases(candidate, release) > 0);
  return later.length > 0
    ? `Upgrade to ${releasesText(addon, later)} for Kubernetes ${minor}.`
    : `Use ${releasesText(addon, fitting)} for Kubernetes ${minor}.`;
}
