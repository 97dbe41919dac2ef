import patches from '../../data/authored/kubeadm-patches.json' with { type: 'json' };
import type { Resource, SelectedKind } from '../manifest/manifest.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';

/** A file of the name that kubeadm's patches have. */
export interface KubeadmPatchFile {
  /** What it patches; undefined for a configuration, which no API server has. */
  readonly of: SelectedKind | undefined;
  /** The name says the type of the patch as well: nothing but patches is named so. */
  readonly saysType: boolean;
}

/**
 * What kubeadm patches with a file in the folder of its `patches.directory`, told by the file's name: a target, any suffix
 * without `.` or `+`, and the type behind a `+`. Undefined for files that kubeadm ignores or refuses.
 *
 * Source: `parseFilename` in `cmd/kubeadm/app/util/patches/patches.go`; names and types from
 * `data/authored/kubeadm-patches.json`.
 */
export function kubeadmPatchFile(path: string): KubeadmPatchFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, target, plus, type] = (hasExtension.test(name) && fileName.exec(name)) || [];
  if (target === undefined || (plus !== undefined && type === undefined)) return undefined;
  return { of: kinds.get(target), saysType: plus !== undefined };
}

/**
 * Whether an object in such a file is a patch by itself: of the kind that is patched, and without what every object of the
 * kind that kubeadm or anybody runs has. Static Pods of these names are whole.
 */
export function isKubeadmPatch(resource: Resource, { of }: KubeadmPatchFile): boolean {
  if (of === undefined || resource.kind !== of.kind) return false;
  if (resource.apiVersion !== formatGroupVersion({ group: of.group ?? '', version: of.version ?? '' })) return false;
  const whole = wholes.get(of.kind);
  if (whole === undefined) return false;
  const containers = nodesAt(resource.root, `${whole.containers}[]`);
  return (
    containers.length === 0 ||
    whole.fields.some((field) => nodesAt(resource.root, field).length === 0) ||
    containers.some(({ node }) => patches.containerFields.some((field) => nodesAt(node, field).length === 0))
  );
}

const hasExtension = new RegExp(`.\\.(?:${patches.extensions.join('|')})$`);
const fileName = new RegExp(
  `^(${Object.keys(patches.targets).join('|')})[^.+\\n]*(?:(\\+)(${patches.types.join('|')})?)?`,
);
const kinds: ReadonlyMap<string, SelectedKind | undefined> = new Map(
  Object.entries(patches.targets).map(([target, kind]) => [target, kind ?? undefined]),
);
const wholes: ReadonlyMap<string, { readonly fields: readonly string[]; readonly containers: string }> = new Map(
  Object.entries(patches.whole),
);
