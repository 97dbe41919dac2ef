import type { SelectedKind } from '../manifest/manifest.ts';
import { type MapNode, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';

/**
 * The one kind that a target of a patch selects; undefined where it selects by other things alone, or several kinds:
 * selectors are regular expressions, of which only plain names are understood.
 *
 * Source: `api/types/selector.go` of sigs.k8s.io/kustomize.
 */
export function selectedKind(target: MapNode): SelectedKind | undefined {
  const kind = plainName(target, 'kind');
  if (kind === undefined) return undefined;
  const groupVersion = parseGroupVersion(stringFor(target, 'apiVersion') ?? '');
  const group = groupVersion?.group ?? plainName(target, 'group');
  const version = groupVersion?.version ?? plainName(target, 'version');
  return { kind, ...(group === undefined ? {} : { group }), ...(version === undefined ? {} : { version }) };
}

/** What a field of a target says where it is no more than a plain name. */
export function plainName(target: MapNode, field: string): string | undefined {
  const text = stringFor(target, field)?.replace(/^\^/, '').replace(/\$$/, '') ?? '';
  return /^[\w.-]+$/.test(text) ? text : undefined;
}
