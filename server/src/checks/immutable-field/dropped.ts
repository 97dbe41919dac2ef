import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { fieldOf, nodeAt } from './values.ts';

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

/**
 * Returns a predicate for paths of pod volumes or mounts, for a server without image volumes, which drops each image
 * volume with its mounts (`dropImageVolumes`, `k8s.io/kubernetes` pkg/api/pod/util.go).
 */
export function droppedWithImages({ root }: Resource, areMounted: boolean): (path: string) => boolean {
  if (areMounted) return () => false;
  const lists = [['spec'], ['spec', 'template', 'spec']].map((path) => nodeAt(root, [...path, 'volumes']));
  const hasImages = lists.some(
    (volumes) => volumes?.kind === 'list' && volumes.items.some((volume) => fieldOf(volume, 'image') !== undefined),
  );
  return (path) => hasImages && /\bvolume(s|Mounts)\b/.test(path);
}
