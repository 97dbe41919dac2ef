import type { Catalog } from '../catalog/catalog.ts';
import type { ComponentFlags } from '../catalog/resolveComponent.ts';
import { clusterTarget, hasPlaceholder } from '../sources/clusterTarget.ts';
import { flagsOfComponent } from '../sources/components.ts';
import type { DescribedCluster, DescribedComponent } from '../sources/description.ts';
import { writtenMinor } from '../sources/writtenVersion.ts';
import { parseSettings } from '../targets/settings.ts';
import { isTargetFlag, type Setting, type TargetFlag } from '../targets/target.ts';

/** A cluster described in a file, with the catalogue. */
export interface ClusterSubject {
  readonly cluster: DescribedCluster;
  readonly catalog: Catalog;
}

/** The target of a described cluster; undefined if the description is incomplete. */
export function targetOf(cluster: DescribedCluster) {
  const found = clusterTarget(cluster);
  return found.ok ? found : undefined;
}

/** The version and flags of a component; undefined if the file does not state them with certainty. */
export function componentFlags({
  component,
  version,
  flags,
  open = [],
}: DescribedComponent): ComponentFlags | undefined {
  const binary = writtenMinor(version);
  const componentFlags = flagsOfComponent(component);
  const known = flags.filter(({ flag }) => isTargetFlag(flag) && componentFlags.has(flag));
  if (binary === undefined || open.length > 0 || known.some(({ value }) => hasPlaceholder(value))) return undefined;
  const joined = (flag: TargetFlag) => {
    const values = known.filter((writtenFlag) => writtenFlag.flag === flag).map(({ value }) => value);
    return values.length === 0 ? undefined : values.join(',');
  };
  const emulatedVersion = joined('emulated-version');
  const minCompatibilityVersion = joined('min-compatibility-version');
  const featureGates: readonly Setting[] = parseSettings(joined('feature-gates') ?? '');
  return {
    binary,
    featureGates,
    ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
  };
}
