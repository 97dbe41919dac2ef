import type { Resource } from '../manifest.ts';
import { entryFor, type MapNode, mapFor, stringFor } from '../node.ts';

/** The API object that a map is; undefined where apiVersion and kind are not there as strings. */
export function resourceAt(root: MapNode, document: number, item: string | undefined): Resource | undefined {
  const apiVersion = entryFor(root, 'apiVersion')?.value;
  const kind = entryFor(root, 'kind')?.value;
  if (apiVersion?.kind !== 'scalar' || kind?.kind !== 'scalar') return undefined;
  if (typeof apiVersion.value !== 'string' || typeof kind.value !== 'string') return undefined;
  const metadata = mapFor(root, 'metadata');
  return {
    document,
    item,
    root,
    apiVersion: apiVersion.value,
    kind: kind.value,
    apiVersionSpan: { start: apiVersion.start, end: apiVersion.end },
    kindSpan: { start: kind.start, end: kind.end },
    namespace: metadata && stringFor(metadata, 'namespace'),
    name: metadata && stringFor(metadata, 'name'),
  };
}
