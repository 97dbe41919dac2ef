import { grouped } from '../../text/grouped.ts';
import type { Installation, InstallOrigin } from './linkInstallations.ts';

/** An add-on that a file installs. Plain data. */
export interface InstalledAddon {
  /** The name in `targets/addons.ts`. */
  readonly name: string;
  /** The version, `v1.12.3`; several if the file does not determine it. */
  readonly versions: readonly string[];
  readonly from: InstallOrigin;
}

/** The add-ons that files install, one for each line with a version; add-ons of unknown versions are omitted. */
export function installedAddons(installations: readonly Installation[]): readonly InstalledAddon[] {
  const byPosition = grouped(
    installations.flatMap((installation): readonly [string, Installation][] =>
      installation.isAddon === true
        ? [[`${installation.set} ${installation.from.file}:${installation.from.line}`, installation]]
        : [],
    ),
  );
  return [...byPosition.values()].flatMap((all): readonly InstalledAddon[] => {
    const [first] = all;
    const versions = [...new Set(all.map(({ choice }) => choice?.release))];
    if (first === undefined || versions.includes(undefined)) return [];
    return [{ name: first.set, versions: versions.flatMap((version) => version ?? []), from: first.from }];
  });
}
