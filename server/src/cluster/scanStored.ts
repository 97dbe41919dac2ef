import type { ApiSurface } from '../catalog/surface.ts';
import { listAt, objectAt, textAt } from '../live/json.ts';
import { listPath, type OutdatedObject, outdatedObject, type ScannedResource } from '../live/stored.ts';
import { continuation, type GetPath, parse } from './ask.ts';

/** A resource as far as it was looked through. */
export interface ScanResult {
  readonly resource: ScannedResource;
  /** Objects that were looked at. */
  readonly listed: number;
  readonly outdated: readonly OutdatedObject[];
  /** Why not all objects were looked at; undefined where they were. */
  readonly incomplete: string | undefined;
}

const pageSize = 500;
const mostPages = 40;

/** Metadata alone: what objects hold, Secrets first of all, is nobody's business here. */
const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Looks through the objects of a resource, page by page, for those that somebody wrote in an outdated version. */
export async function scanResource(
  ask: GetPath,
  resource: ScannedResource,
  { surface, namespace }: { readonly surface: ApiSurface; readonly namespace: string | undefined },
): Promise<ScanResult> {
  const outdated: OutdatedObject[] = [];
  let listed = 0;
  let token: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const from = token === undefined ? '' : `&continue=${encodeURIComponent(token)}`;
    const answered = await ask(`${listPath(resource, namespace)}?limit=${pageSize}${from}`, accept);
    if (!answered.ok) return { resource, listed, outdated, incomplete: answered.message };
    const answer = parse(answered.body);
    if (textAt(answer, 'kind') !== 'PartialObjectMetadataList') {
      return { resource, listed, outdated, incomplete: 'the server cannot list metadata alone' };
    }
    for (const item of listAt(answer, 'items')) {
      listed++;
      const found = outdatedObject(item, resource, surface);
      if (found !== undefined) outdated.push(found);
    }
    token = continuation(objectAt(answer, 'metadata'));
    if (token === undefined) return { resource, listed, outdated, incomplete: undefined };
  }
  return { resource, listed, outdated, incomplete: `there are more than ${pageSize * mostPages} objects` };
}
