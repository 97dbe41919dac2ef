import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { readYamlDocument } from '../manifest/read/readManifest.ts';

const originAnnotation = 'config.kubernetes.io/origin';

/** A built object without the annotation that names its source. */
export function withoutOrigin(resource: Resource): Resource {
  return { ...resource, root: withoutKey(resource.root, ['metadata', 'annotations'], originAnnotation) };
}

function withoutKey(map: MapNode, [step, ...rest]: readonly string[], key: string): MapNode {
  const entries = map.entries.flatMap((entry) => {
    if (step === undefined) return entry.key === key ? [] : [entry];
    if (entry.key !== step || entry.value.kind !== 'map') return [entry];
    const value = withoutKey(entry.value, rest, key);
    return value.entries.length === 0 && entry.value.entries.length > 0 ? [] : [{ ...entry, value }];
  });
  return { ...map, entries };
}

/**
 * The source file of a built object, relative to the built folder: its manifest, or the kustomization of its generator.
 * Undefined if not annotated.
 *
 * Source: `api/resource/origin.go` of sigs.k8s.io/kustomize.
 */
export function originOf({ root }: Resource): string | undefined {
  const annotations = mapFor(mapFor(root, 'metadata') ?? root, 'annotations');
  const text = annotations && stringFor(annotations, originAnnotation);
  const origin = text === undefined ? undefined : readYamlDocument(text)?.root;
  if (origin?.kind !== 'map' || stringFor(origin, 'repo') !== undefined) return undefined;
  return stringFor(origin, 'path') ?? stringFor(origin, 'configuredIn');
}

/**
 * The resource of a file that an object was built from: same kind, with a name that the object's name was derived from.
 * Undefined if several match.
 */
export function builtFrom(built: Resource, candidates: readonly Resource[]): Resource | undefined {
  const alike = candidates.filter(({ kind, name }) => kind === built.kind && isMadeOf(built.name, name));
  const longest = Math.max(...alike.map(({ name }) => name?.length ?? 0));
  const nearest = alike.filter(({ name }) => (name?.length ?? 0) === longest);
  const inNamespace = nearest.filter(
    ({ namespace, apiVersion }) => namespace === built.namespace && apiVersion === built.apiVersion,
  );
  const [found, ...others] = nearest.length > 1 && inNamespace.length > 0 ? inNamespace : nearest;
  return others.length === 0 ? found : undefined;
}

/** Prefixes and suffixes are put around names. */
function isMadeOf(built: string | undefined, source: string | undefined): boolean {
  return source === undefined ? built === undefined : (built ?? '').includes(source);
}
