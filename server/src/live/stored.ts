import { removalOf } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { CustomDefinition } from '../crd/definition.ts';
import {
  compareVersions,
  formatGroupVersion,
  type GroupVersionKind,
  parseGroupVersion,
} from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { isObject, listAt, objectAt, textAt } from './json.ts';

/** A resource whose objects may have been written in versions that are deprecated or removed. */
export interface ScannedResource extends GroupVersionKind {
  readonly resource: string;
  readonly namespaced: boolean;
  /** The current storage version; undefined if unknown. */
  readonly storedAs: string | undefined;
  /** `status.storedVersions` of its definition; undefined for built-in kinds, which have none. */
  readonly storedVersions: readonly string[] | undefined;
}

/** An object written in a deprecated or removed version. */
export interface OutdatedObject {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The field owners, and the versions they wrote (`metadata.managedFields`). */
  readonly managers: readonly ObjectManager[];
  /** The version of the manifest that `kubectl apply` was given last; undefined if there was none. */
  readonly lastApplied: WrittenVersion | undefined;
  /** The versions of manifests that other tools keep in annotations. */
  readonly annotated: readonly AnnotatedVersion[];
  readonly labels: readonly (readonly [key: string, value: string])[];
}

/** The version of a manifest in an annotation. */
export interface AnnotatedVersion extends WrittenVersion {
  /** The key of the annotation. */
  readonly annotation: string;
}

/** An apiVersion, with its state at the server. */
export interface WrittenVersion {
  readonly apiVersion: string;
  /** `last served by 1.21`, `deprecated, removed in 1.25`, `not served`; undefined for one that is fine. */
  readonly verdict: string | undefined;
}

/** An owner of fields. */
export interface ObjectManager extends WrittenVersion {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
}

/** Objects of these kinds expire by themselves within hours, and there are many. */
const shortLived: ReadonlySet<string> = new Set(['Event']);

/**
 * The resources that matter: those of kinds with versions that a target deprecates or no longer serves.
 *
 * @param surface the cluster.
 * @param target the target that decides; the cluster itself by default.
 */
export function resourcesToScan(
  surface: ApiSurface,
  definitions: readonly CustomDefinition[],
  target: ApiSurface = surface,
): readonly ScannedResource[] {
  const outdated = new Set(
    surface.catalog.kinds
      .filter((facts) => facts.served.length > 0 && verdictOn(facts, target) !== undefined)
      .map(({ kind }) => kind),
  );
  const found = new Map<string, ScannedResource>();
  for (const { group, version, kind, resource, namespaced, storageVersion, verbs } of surface.resources) {
    const key = `${resource}.${group}`;
    const isBetter = compareVersions(version, found.get(key)?.version ?? '') < 0;
    if (!outdated.has(kind) || shortLived.has(kind) || !verbs.includes('list')) continue;
    if (found.has(key) && !isBetter) continue;
    found.set(key, { group, version, kind, resource, namespaced, storedAs: storageVersion, storedVersions: undefined });
  }
  return [...found.values(), ...definitions.flatMap(customToScan)];
}

/** A definition with one version cannot be out of date. */
function customToScan({
  group,
  kind,
  plural,
  namespaced,
  versions,
  storedVersions,
}: CustomDefinition): readonly ScannedResource[] {
  const [served] = versions.filter((version) => version.served).sort((a, b) => compareVersions(a.name, b.name));
  if (versions.length < 2 || served === undefined) return [];
  const storedAs = versions.find(({ storage }) => storage)?.name;
  return [{ group, version: served.name, kind, resource: plural, namespaced, storedAs, storedVersions }];
}

/**
 * Judges an object by its metadata; undefined if it was not written in a deprecated or removed version.
 *
 * @param item of a `PartialObjectMetadataList`.
 * @param annotations the keys of further annotations that hold a manifest, as JSON.
 */
export function outdatedObject(
  item: unknown,
  { kind }: ScannedResource,
  surface: ApiSurface,
  annotations: readonly string[] = [],
): OutdatedObject | undefined {
  const metadata = objectAt(item, 'metadata');
  const name = textAt(metadata, 'name');
  if (name === undefined) return undefined;
  const judged = (apiVersion: string): WrittenVersion => ({
    apiVersion,
    verdict: verdictOnText(apiVersion, kind, surface),
  });
  const managers = listAt(metadata, 'managedFields').flatMap((entry): ObjectManager[] => {
    const [apiVersion, manager] = [textAt(entry, 'apiVersion'), textAt(entry, 'manager')];
    if (apiVersion === undefined || manager === undefined) return [];
    return [{ manager, operation: textAt(entry, 'operation') ?? '', ...judged(apiVersion) }];
  });
  const versionIn = (annotation: string): WrittenVersion | undefined => {
    const applied = appliedVersion(textAt(objectAt(metadata, 'annotations'), annotation));
    return applied === undefined ? undefined : judged(applied);
  };
  const lastApplied = versionIn(lastAppliedKey);
  const annotated = annotations.flatMap((annotation): AnnotatedVersion[] => {
    const version = versionIn(annotation);
    return version === undefined ? [] : [{ annotation, ...version }];
  });
  const written = [...managers, ...annotated, ...(lastApplied === undefined ? [] : [lastApplied])];
  if (written.every(({ verdict }) => verdict === undefined)) return undefined;
  const labels = Object.entries(objectAt(metadata, 'labels')).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[key, value]] : [],
  );
  return { kind, namespace: textAt(metadata, 'namespace'), name, managers, lastApplied, annotated, labels };
}

const lastAppliedKey = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotation holds the whole manifest; only its apiVersion is read. */
function appliedVersion(annotation: string | undefined): string | undefined {
  if (annotation === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(annotation);
    return isObject(manifest) ? textAt(manifest, 'apiVersion') : undefined;
  } catch {
    return undefined;
  }
}

/** The state of a version and kind at the server. */
export function verdictOnText(apiVersion: string, kind: string, surface: ApiSurface): string | undefined {
  const groupVersion = parseGroupVersion(apiVersion);
  return groupVersion === undefined ? 'not served' : verdictOn({ ...groupVersion, kind }, surface);
}

function verdictOn(gvk: GroupVersionKind, surface: ApiSurface): string | undefined {
  const found = surface.availability(gvk);
  switch (found.state) {
    case 'served': {
      const { deprecated } = found.resource.lifecycle ?? {};
      const removed = found.resource.facts && removalOf(found.resource.facts);
      if (found.resource.custom?.deprecationWarning !== undefined) return 'deprecated';
      // Kinds deprecated without an end, such as Endpoints, need no action.
      if (deprecated === undefined || removed === undefined || deprecated > surface.versions.emulation)
        return undefined;
      return `deprecated, removed in ${formatMinor(removed)}`;
    }
    case 'removed':
      return `last served by ${formatMinor(found.lastServed)}`;
    case 'custom':
      return undefined;
    default:
      return 'not served';
  }
}

/** `Widget shop/front`, for people. */
export function objectTitle({ kind, namespace, name }: Pick<OutdatedObject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** `/apis/apps/v1/deployments`: the list path of a resource, or of a namespace. */
export function listPath({ group, version, resource }: ScannedResource, namespace?: string): string {
  const root = group === '' ? '/api' : '/apis';
  const within = namespace === undefined ? '' : `namespaces/${encodeURIComponent(namespace)}/`;
  return `${root}/${formatGroupVersion({ group, version })}/${within}${resource}`;
}
