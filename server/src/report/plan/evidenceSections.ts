import type { AddonUpgrade } from '../../plan/addons.ts';
import type { ComponentConflict } from '../../plan/components.ts';
import { claimText, releasesText } from '../../targets/addons.ts';
import { formatMinor } from '../../targets/version.ts';
import { count } from '../wrap.ts';
import type { Section } from './section.ts';

/** The changes that a step requires of installed add-ons. */
export function addonSections(upgrades: readonly AddonUpgrade[]): readonly Section[] {
  const linesOf = (when: AddonUpgrade['when']) => upgrades.filter((upgrade) => upgrade.when === when).map(upgradeLine);
  return [
    { title: 'Add-ons to upgrade before the step', lines: linesOf('before') },
    { title: 'Add-ons to upgrade together with the step', lines: linesOf('with') },
    { title: 'Add-ons without a documented release for the step', lines: linesOf('open') },
  ];
}

function upgradeLine({ addon, version, release, origins, releases, best, when }: AddonUpgrade): string {
  const [first] = origins;
  const more = origins.length > 1 ? ` and ${count(origins.length - 1, 'more place')}` : '';
  const location = first === undefined ? '' : ` (${first.file}:${first.line + 1}${more})`;
  const installed = `${addon.title} ${version}${location} ${claimText(addon, release)}`;
  if (when === 'open' || best === undefined) return `${installed}; its document was read on ${addon.asOf}`;
  const others = releases.length > 1 ? `; possible: ${releasesText(addon, releases)}` : '';
  return `${installed}: upgrade to ${best.name}, which ${claimText(addon, best)}${others}`;
}

/** The components in use whose versions a step does not support. */
export function componentSections(conflicts: readonly ComponentConflict[]): readonly Section[] {
  return [
    {
      title: 'Components in use that are too old for the step',
      lines: conflicts.filter(({ word }) => word === 'too old').map(conflictLine),
    },
    {
      title: 'Components in use that are too new for the step',
      lines: conflicts.filter(({ word }) => word === 'too new').map(conflictLine),
    },
  ];
}

function conflictLine({ observed, oldest, newest, isAlready }: ComponentConflict): string {
  const { component, version, names, seenIn } = observed;
  const more = observed.count > names.length ? `, and ${observed.count - names.length} more` : '';
  const where = seenIn === 'audit log' ? 'by the audit log ' : '';
  const range = oldest === newest ? formatMinor(oldest) : `${formatMinor(oldest)} to ${formatMinor(newest)}`;
  const already = isAlready ? '; already unsupported' : '';
  return `${component} ${version}, ${where}${observed.count} (${names.join(', ')}${more}): supported are ${range}${already}`;
}
