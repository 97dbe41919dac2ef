import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import { customFamilies } from '../../conversion/families.ts';
import { crdSetsOf } from '../../targets/crds.ts';
import {
  compareVersions,
  formatGroupVersion,
  type GroupVersion,
  parseGroupVersion,
} from '../../targets/groupVersion.ts';
import { nearest } from '../../text/nearest.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { readCrdSet } from '../../workspace/shipped/crdSetFile.ts';
import { UsageError } from '../flags/arguments.ts';

/** The version of `--to`. Throws a {@link UsageError} for a text that is none. */
export function requestedVersion(written: string): GroupVersion {
  const version = parseGroupVersion(written);
  if (version !== undefined) return version;
  throw new UsageError(`--to=${written} is not a group/version`, 'write it as in apiVersion: apps/v1 or v1');
}

/**
 * Throws a {@link UsageError} for a version that neither Kubernetes, nor a definition or a conversion rule of a target
 * has.
 */
export function requireKnown(wanted: GroupVersion, surfaces: readonly ApiSurface[]): void {
  const isWanted = ({ group, version }: GroupVersion) => group === wanted.group && version === wanted.version;
  const { kinds } = readCatalog();
  if (kinds.some(isWanted)) return;
  const targets = [...new Set(surfaces)];
  const rules = [...customFamilies().families, ...targets.flatMap((each) => declaredFamilies(each)?.families ?? [])];
  const custom = [...rules.flatMap(({ versions }) => versions), ...versionsOfSets(wanted.group)];
  if (custom.some(isWanted)) return;
  const defined = targets.flatMap((surface) => surface.customResources?.() ?? []);
  if (defined.some(isWanted)) return;
  const isListed = targets.some((surface) =>
    defined.some(({ group, kind }) => {
      const answer = group === wanted.group ? surface.availability({ ...wanted, kind }) : undefined;
      return answer?.state === 'custom-version-not-served' && answer.listed;
    }),
  );
  if (isListed) return;
  const remedy = remedyFor(wanted, [...kinds, ...custom, ...defined]);
  throw new UsageError(`--to=${formatGroupVersion(wanted)}: there is no such version`, remedy);
}

/** Every version of a group in the built-in sets of definitions. */
function versionsOfSets(group: string): readonly GroupVersion[] {
  return crdSetsOf(group)
    .flatMap(({ name }) => readCrdSet(name).definitions)
    .filter((definition) => definition.group === group)
    .flatMap(({ channels }) => channels.flatMap(({ versions }) => versions.flatMap(([, rows]) => rows)))
    .map(({ name }) => ({ group, version: name }));
}

function remedyFor({ group }: GroupVersion, known: readonly GroupVersion[]): string {
  const versions = new Set(known.flatMap((each) => (each.group === group ? [each.version] : [])));
  const sorted = [...versions].sort(compareVersions);
  if (sorted.length > 0)
    return `allowed: ${sorted.map((version) => formatGroupVersion({ group, version })).join(', ')}`;
  const close = nearest(group, new Set(known.map((each) => each.group)), 1)[0];
  if (close !== undefined) return `did you mean the group ${close}?`;
  return 'add the definitions of the group, --crds=DIR, or declare its rules under conversions in .kubecompat.yaml';
}
