import patches from '../../data/authored/kubeadm-patches.json' with { type: 'json' };
import type { Resource, SelectedKind } from '../manifest/manifest.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';

/** A file with the name of a kubeadm patch. */
export interface KubeadmPatchFile {
  /** The patched kind; undefined for a configuration, which no API server serves. */
  readonly of: SelectedKind | undefined;
  /** Whether the name contains the patch type, which only patches do. */
  readonly namesType: boolean;
}

/**
 * The kind that kubeadm patches with a file in its `patches.directory`, by file name: a target, any suffix without `.`
 * or `+`, and the type after a `+`. Undefined for files that kubeadm ignores or refuses.
 *
 * Source: `parseFilename` in `cmd/kubeadm/app/util/patches/patches.go`; names and types from
 * `data/authored/kubeadm-patches.json`.
 */
export function kubeadmPatchFile(path: string): KubeadmPatchFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, target, plus, type] = (hasExtension.test(name) && fileName.exec(name)) || [];
  if (target === undefined || (plus !== undefined && type === undefined)) return undefined;
  return { of: kinds.get(target), namesType: plus !== undefined };
}

/**
 * Whether an object in such a file is a patch: of the patched kind, and without the fields that every complete object
 * of the kind has. Static Pods of these names are complete.
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
