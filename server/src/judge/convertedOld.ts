import type { ApiSurface } from '../catalog/surface.ts';
import { nodeFrom } from '../checks/policies/convertedObject.ts';
import { convertDraft } from '../conversion/convert.ts';
import { definitionOf } from '../conversion/defined.ts';
import { dataOf } from '../conversion/draftValue.ts';
import { versionPair } from '../conversion/versionPair.ts';
import type { Resource } from '../manifest/manifest.ts';
import { DraftMap, scalarDraft } from '../manifest/reconcile/draft.ts';
import { type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import type { OldObject } from '../update/oldObjects.ts';

/**
 * A stored object in the version of the resource that changes it, as the server compares them. It stays as it is if only
 * the server can convert it; undefined if the two are of different kinds.
 */
export function convertedOld(old: OldObject, now: Resource, surface: ApiSurface): OldObject | undefined {
  const { resource } = old;
  if (resource.apiVersion === now.apiVersion && resource.kind === now.kind) return old;
  const [from, to] = [kindOf(resource), kindOf(now)];
  if (from === undefined || to === undefined) return undefined;
  const draft = new DraftMap(resource.root);
  const pair = versionPair(from, to, surface);
  if (pair !== undefined) convertDraft(draft, pair.from, pair.to, 'keep');
  else if (from.group !== to.group) return undefined;
  else if (definitionOf(to, surface)?.conversion !== 'None') return old;
  draft.set('apiVersion', scalarDraft(now.apiVersion));
  const root = nodeFrom(dataOf(draft), resource.kindSpan);
  return root.kind === 'map' ? { ...old, resource: { ...resource, apiVersion: now.apiVersion, root } } : old;
}

function kindOf({ apiVersion, kind }: Resource): GroupVersionKind | undefined {
  const groupVersion = parseGroupVersion(apiVersion);
  return groupVersion && { ...groupVersion, kind };
}
