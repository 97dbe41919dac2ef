import type { ApiSurface } from '../catalog/surface.ts';
import { listAt, objectAt, textAt } from '../live/json.ts';
import { listPath, type OutdatedObject, outdatedObject, type ScannedResource } from '../live/stored.ts';
import { continuation, type GetPath, parse } from './ask.ts';

/** The scan result of a resource. */
export interface ScanResult {
  readonly resource: ScannedResource;
  /** The number of scanned objects. */
  readonly listed: number;
  readonly outdated: readonly OutdatedObject[];
  /** Why the scan is incomplete; undefined if complete. */
  readonly incomplete: string | undefined;
}

const pageSize = 500;
const maxPages = 40;

/** Only metadata: contents of objects, especially Secrets, are not read. */
const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** How objects are scanned. */
export interface Scanning {
  /** The target that judges them. */
  readonly surface: ApiSurface;
  /** The only namespace; undefined for all. */
  readonly namespace: string | undefined;
  /** Annotations with manifests, besides kubectl's. */
  readonly annotations: readonly string[];
}

/** Scans the objects of a resource, page by page, for those written in an outdated version. */
export async function scanResource(
  ask: GetPath,
  resource: ScannedResource,
  { surface, namespace, annotations }: Scanning,
): Promise<ScanResult> {
  const outdated: OutdatedObject[] = [];
  let listed = 0;
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const from = token === undefined ? '' : `&continue=${encodeURIComponent(token)}`;
    const answered = await ask(`${listPath(resource, namespace)}?limit=${pageSize}${from}`, accept);
    if (!answered.ok) return { resource, listed, outdated, incomplete: answered.message };
    const answer = parse(answered.body);
    if (textAt(answer, 'kind') !== 'PartialObjectMetadataList') {
      return { resource, listed, outdated, incomplete: 'the server cannot list metadata alone' };
    }
    for (const item of listAt(answer, 'items')) {
      listed++;
      const found = outdatedObject(item, resource, surface, annotations);
      if (found !== undefined) outdated.push(found);
    }
    token = continuation(objectAt(answer, 'metadata'));
    if (token === undefined) return { resource, listed, outdated, incomplete: undefined };
  }
  return { resource, listed, outdated, incomplete: `there are more than ${pageSize * maxPages} objects` };
}
