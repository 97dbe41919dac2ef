import { admittedDraft } from '../../admitted/admittedDraft.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { convertDraft } from '../../conversion/convert.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { isValueMap, nodeOfValue, type ValueMap } from '../../conversion/value.ts';
import { versionPair } from '../../conversion/versionPair.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import { resourceAt } from '../../manifest/resources/resourceAt.ts';
import { formatGroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { metadataOf } from '../writes/finished.ts';

/**
 * A stored object in the version of a resource; undefined if the conversion is not known. Of custom resources without a
 * webhook, only the apiVersion changes.
 */
export function inVersion(object: ValueMap, served: ServedResource, surface: ApiSurface): ValueMap | undefined {
  const apiVersion = formatGroupVersion(served);
  if (object['apiVersion'] === apiVersion) return object;
  const stored = parseGroupVersion(String(object['apiVersion'] ?? ''));
  const node = nodeOfValue(object, { start: 0, end: 0 });
  if (stored === undefined || node.kind !== 'map') return undefined;
  const pair = versionPair({ ...stored, kind: served.kind }, served, surface);
  if (pair === undefined) return undefined;
  const draft = new DraftMap(node);
  convertDraft(draft, pair.from, pair.to, 'keep');
  const value = dataOf(draft);
  if (!isValueMap(value)) return undefined;
  const renamed: ValueMap = { ...value, apiVersion };
  return served.custom === undefined ? withDefaults(renamed, served, surface) : renamed;
}

/** A conversion leaves out what the new version has as a default. */
function withDefaults(object: ValueMap, served: ServedResource, surface: ApiSurface): ValueMap {
  const node = nodeOfValue(object, { start: 0, end: 0 });
  const resource = node.kind === 'map' ? resourceAt(node, 0, undefined) : undefined;
  if (resource === undefined) return object;
  const availability = { state: 'served', resource: served } as const;
  const { draft } = admittedDraft(resource, { surface, availability, findings: [] });
  const value = draft === undefined ? undefined : dataOf(draft);
  if (!isValueMap(value)) return object;
  return {
    ...value,
    metadata: { ...metadataOf(value), ...metadataOf(object) },
    ...(object['status'] === undefined ? {} : { status: object['status'] }),
  };
}
