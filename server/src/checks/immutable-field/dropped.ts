import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Node } from '../../manifest/node.ts';
import type { StoredObject } from '../check.ts';
import { fieldOf, nodeAt, scalarText } from './values.ts';

/**
 * Returns a predicate for paths that lead to or through a field of some sort, such as the dropped ones: fields dropped
 * from both objects have not changed.
 *
 * @param root the type of the object.
 * @param isOfSort whether a field is one of them.
 */
export function leadsThrough(root: ApiType, isOfSort: (field: ApiField) => boolean): (path: string) => boolean {
  return (path) => {
    let type: FieldType | undefined = { kind: 'object', type: root };
    for (const step of path.split(/[.[\]]+/)) {
      if (step === '') continue;
      if (type?.kind === 'object') {
        const field: ApiField | undefined = type.type.fields.get(step);
        if (field !== undefined && isOfSort(field)) return true;
        type = field?.type;
      } else if (type?.kind === 'list') type = type.item;
      else if (type?.kind === 'map') type = type.value;
      else return false;
    }
    return false;
  };
}

/** What a server without image volumes does to an update of a pod or of a template. */
interface WithoutImages {
  /** The resource as the server compares it. */
  readonly resource: Resource;
  /** Whether it is unknown what is compared at a path. */
  readonly isOpen: (path: string) => boolean;
}

/**
 * The update as a server without image volumes compares it: it drops each image volume with its mounts, unless the
 * stored object has one (`dropImageVolumes`, `k8s.io/kubernetes` pkg/api/pod/util.go). What a stored object lost that no
 * server wrote is unknown.
 */
export function withoutImages(resource: Resource, stored: StoredObject, areMounted: boolean): WithoutImages {
  const isOpen = (path: string) => /\bvolume(s|Mounts)\b/.test(path);
  const images = imageVolumes(resource.root);
  if (areMounted || (images.size === 0 && (stored.isWhole || imageVolumes(stored.resource.root).size === 0)))
    return { resource, isOpen: () => false };
  if (!stored.isWhole) return { resource, isOpen };
  if (imageVolumes(stored.resource.root).size > 0) return { resource, isOpen: () => false };
  const root = withoutNamed(resource.root, images);
  return { resource: root.kind === 'map' ? { ...resource, root } : resource, isOpen: () => false };
}

const podSpecs = [['spec'], ['spec', 'template', 'spec']];

/** The names of image volumes. */
function imageVolumes(root: Node): ReadonlySet<string> {
  return new Set(
    podSpecs
      .map((path) => nodeAt(root, [...path, 'volumes']))
      .flatMap((volumes) => (volumes?.kind === 'list' ? volumes.items : []))
      .filter((volume) => fieldOf(volume, 'image') !== undefined)
      .map((volume) => scalarText(fieldOf(volume, 'name'))),
  );
}

/** Removes the items of these names from every list of volumes and mounts. */
function withoutNamed(node: Node, names: ReadonlySet<string>, field = ''): Node {
  if (node.kind === 'list') {
    const isKept = (item: Node) =>
      (field !== 'volumes' && field !== 'volumeMounts') || !names.has(scalarText(fieldOf(item, 'name')));
    return { ...node, items: node.items.filter(isKept).map((item) => withoutNamed(item, names)) };
  }
  if (node.kind !== 'map') return node;
  return {
    ...node,
    entries: node.entries.map((entry) => ({ ...entry, value: withoutNamed(entry.value, names, entry.key) })),
  };
}
