import { type Catalog, hasBinary } from '../../catalog/catalog.ts';
import { resolve } from '../../catalog/resolve.ts';
import { resolveComponent } from '../../catalog/resolveComponent.ts';
import type { ApiSurface, EffectiveVersions, GateState } from '../../catalog/surface.ts';
import { componentFlags, targetOf } from '../../checks/cluster.ts';
import { flagsOfComponent } from '../../sources/components.ts';
import type { DescribedCluster, DescribedComponent } from '../../sources/description.ts';
import { writtenMinor } from '../../sources/writtenVersion.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';

/** The known state of a described component. */
export interface ComponentState {
  /** The component with its versions, for people: `kube-apiserver 1.37 emulating 1.36`. */
  readonly title: string;
  /** Undefined if the file does not state its version. */
  readonly binary: Minor | undefined;
  /** With these it starts; undefined if that is not known, or it does not start. */
  readonly versions: EffectiveVersions | undefined;
  readonly gates: ReadonlyMap<string, GateState> | undefined;
  /** The served APIs, for an API server. */
  readonly surface: ApiSurface | undefined;
}

/** Computes the settings of a described component. */
export function componentState(
  component: DescribedComponent,
  cluster: DescribedCluster,
  catalog: Catalog,
): ComponentState {
  const { component: name, version } = component;
  const written = writtenMinor(version);
  const isKnown = written !== undefined && hasBinary(catalog, written);
  const binary = isKnown ? written : undefined;
  const found = binary === undefined ? undefined : resolved(component, cluster, catalog);
  const { versions, gates, surface } = found ?? {};
  const emulating =
    versions === undefined || versions.emulation === versions.binary
      ? ''
      : ` emulating ${formatMinor(versions.emulation)}`;
  const title = `${name}${binary === undefined ? '' : ` ${formatMinor(binary)}`}${emulating}`;
  return { title, binary, versions, gates, surface };
}

type Found = Pick<ComponentState, 'versions' | 'gates' | 'surface'>;

function resolved(component: DescribedComponent, cluster: DescribedCluster, catalog: Catalog): Found | undefined {
  const { component: name } = component;
  if (name === 'kube-apiserver') {
    const target = targetOf({ ...cluster, components: [component] })?.target;
    const resolution = target && resolve(name, target, catalog);
    if (resolution?.ok !== true) return undefined;
    const { surface } = resolution;
    return { versions: surface.versions, gates: surface.gates, surface };
  }
  const flags = componentFlags(component);
  const resolution = flags && resolveComponent(name, flagsOfComponent(name), flags, catalog);
  if (resolution?.ok !== true) return undefined;
  return { versions: resolution.versions, gates: resolution.gates, surface: undefined };
}
