import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { decodeObject } from '../../crd/decodeObject.ts';
import { installedVersion } from '../../crd/installed.ts';
import { objectMeta } from '../../crd/resourceType.ts';
import { decode } from '../../decode/decode.ts';
import type { Wanted } from '../../decode/decoded.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Created } from './request.ts';
import { type Shape, shapeOfCustom, shapeOfType } from './shape.ts';

/** Whether an object decodes is all that is asked. */
export const nothingMore: Wanted = { field: () => false, object: () => false };

/** An object as a target reads it; undefined where it does not decode, or would lose fields by it. */
export function readCreated(resource: Resource, served: ServedResource, surface: ApiSurface): Created | undefined {
  const installed = installedVersion(served);
  if (installed === undefined) {
    const type = surface.rootType(served);
    const decoded = type && decode(resource.root, type, nothingMore);
    if (decoded === undefined || decoded.errors.length + decoded.unknown.length > 0) return undefined;
    return { resource, served, surface, custom: undefined };
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (metadata === undefined) return undefined;
  const { decoded, object } = decodeObject(resource.root, installed, metadata, nothingMore);
  if (object === undefined || decoded.errors.length + decoded.unknown.length > 0) return undefined;
  return { resource, served, surface, custom: object };
}

/** How the server merges objects of a resource; undefined where no schema is known. */
export function shapeOf(served: ServedResource, surface: ApiSurface): Shape | undefined {
  const installed = installedVersion(served);
  if (installed === undefined) {
    const type = surface.rootType(served);
    return type && shapeOfType(type);
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  return metadata && shapeOfCustom(installed.version.schema, metadata);
}
