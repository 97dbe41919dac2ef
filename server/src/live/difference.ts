import { type Catalog, groupVersionKey } from '../catalog/catalog.ts';
import { resolve } from '../catalog/resolve.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersionKind, versionRank } from '../targets/groupVersion.ts';
import { formatSetting } from '../targets/settings.ts';
import type { Target } from '../targets/target.ts';
import type { DerivedTarget } from './deriveTarget.ts';
import type { LiveSnapshot } from './snapshot.ts';

/** The differences of a live cluster from an unconfigured Kubernetes of its versions. */
export interface LiveDifference {
  /** Sorted by group, version and resource. */
  readonly resources: readonly ResourceDifference[];
  /** Sorted by name. */
  readonly gates: readonly GateDifference[];
}

/** A resource that one of the two serves. */
export interface ResourceDifference extends GroupVersionKind {
  readonly resource: string;
  readonly served: boolean;
  readonly cause: ServingCause;
  /** The cause: a setting, or the serving component. */
  readonly why: string;
}

/** The causes of serving something other than the catalogue expects. */
export type ServingCause = 'feature-gates' | 'runtime-config' | 'custom-resource' | 'aggregated-api' | 'unexplained';

/** A gate in another state than its default. */
export interface GateDifference {
  readonly name: string;
  readonly stage: string;
  readonly enabled: boolean;
  /** Undefined if the catalogue does not know the gate at this version. */
  readonly expected: boolean | undefined;
}

/** Compares a cluster with the catalogue's expectation of its versions. */
export function compareWithCatalogue(
  snapshot: LiveSnapshot,
  { target, surface }: DerivedTarget,
  catalog: Catalog,
): LiveDifference {
  const plain = surfaceOf({ ...versionsOf(target), runtimeConfig: [], featureGates: [] }, catalog);
  const gated = surfaceOf({ ...versionsOf(target), runtimeConfig: [], featureGates: target.featureGates }, catalog);
  const live = new Map(snapshot.resources.map((resource) => [keyOf(resource), resource]));
  const expected = new Map((plain ?? surface).resources.map((resource) => [keyOf(resource), resource]));
  const steps = { plain: keys(plain), gated: keys(gated), final: keys(surface), target };
  const defined = new Set(snapshot.definedGroups);
  const resources: ResourceDifference[] = [];
  for (const [key, liveResource] of live) {
    if (expected.has(key)) continue;
    const { group, version, kind, resource } = liveResource;
    const explained = catalog.isBuiltInGroup(group) ? settingBehind(liveResource, steps) : ownerOf(group, defined);
    resources.push({ group, version, kind, resource, served: true, ...explained });
  }
  for (const [key, servedResource] of expected) {
    if (live.has(key)) continue;
    const { group, version, kind, resource } = servedResource;
    resources.push({ group, version, kind, resource, served: false, ...settingBehind(servedResource, steps) });
  }
  return { resources: resources.sort(compareResources), gates: gateDifferences(snapshot, plain ?? surface) };
}

function versionsOf({ binary, emulatedVersion, minCompatibilityVersion }: Target) {
  return {
    binary,
    ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
  };
}

function surfaceOf(target: Target, catalog: Catalog): ApiSurface | undefined {
  const resolution = resolve('expected', target, catalog);
  return resolution.ok ? resolution.surface : undefined;
}

function gateDifferences({ gates }: LiveSnapshot, plain: ApiSurface): readonly GateDifference[] {
  const differing = (gates ?? []).flatMap(({ name, stage, enabled }) => {
    const expected = plain.gates.get(name)?.enabled;
    return expected === enabled ? [] : [{ name, stage, enabled, expected }];
  });
  return differing.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Explained = Pick<ResourceDifference, 'cause' | 'why'>;

interface ServedByStep {
  readonly plain: ReadonlySet<string>;
  readonly gated: ReadonlySet<string>;
  readonly final: ReadonlySet<string>;
  readonly target: Target;
}

/** Which step to the target of the cluster turns a resource on or off. */
function settingBehind(keyed: Keyed, { plain, gated, final, target }: ServedByStep): Explained {
  const key = keyOf(keyed);
  if (gated.has(key) !== plain.has(key) && gated.has(key) === final.has(key)) {
    return { cause: 'feature-gates', why: `--feature-gates=${target.featureGates.map(formatSetting).join(',')}` };
  }
  if (final.has(key) === gated.has(key)) {
    return { cause: 'unexplained', why: 'no setting of this Kubernetes version explains it' };
  }
  return { cause: 'runtime-config', why: runtimeSetting(keyed, target) };
}

function runtimeSetting({ group, version, resource }: Keyed, target: Target): string {
  const named = [`${group}/${version}/${resource}`, `${group}/${version}`, ...(group === '' ? [version] : [])];
  const stability = versionRank(version)?.stability ?? 'stable';
  const keysOf = [...named, `api/${stability === 'stable' ? 'ga' : stability}`, 'api/all'];
  const found = keysOf.flatMap((key) => target.runtimeConfig.filter((setting) => setting.key === key))[0];
  if (found !== undefined) return `--runtime-config=${formatSetting(found)}`;
  return target.emulationForwardCompatible === undefined
    ? '--runtime-config-emulation-forward-compatible'
    : '--emulation-forward-compatible';
}

function ownerOf(group: string, defined: ReadonlySet<string>): Explained {
  return defined.has(group)
    ? { cause: 'custom-resource', why: 'a CustomResourceDefinition' }
    : { cause: 'aggregated-api', why: 'another API server, or an unreadable definition' };
}

type Keyed = Pick<ResourceDifference, 'group' | 'version' | 'resource'>;

function keyOf(keyed: Keyed): string {
  return `${groupVersionKey(keyed)}/${keyed.resource}`;
}

function keys(surface: ApiSurface | undefined): ReadonlySet<string> {
  return new Set(surface?.resources.map(keyOf));
}

function compareResources(a: ResourceDifference, b: ResourceDifference): number {
  const [first, second] = [`${formatGroupVersion(a)} ${a.resource}`, `${formatGroupVersion(b)} ${b.resource}`];
  return first < second ? -1 : first > second ? 1 : 0;
}
