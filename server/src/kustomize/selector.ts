import type { SelectedKind } from '../manifest/manifest.ts';
import { type MapNode, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';

/**
 * The single kind that a patch target selects; undefined if it selects by other properties only, or several kinds:
 * selectors are regular expressions, of which only plain names are supported.
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

/** The value of a target's field if it is a plain name. */
export function plainName(target: MapNode, field: string): string | undefined {
  const text = stringFor(target, field)?.replace(/^\^/, '').replace(/\$$/, '') ?? '';
  return /^[\w.-]+$/.test(text) ? text : undefined;
}
