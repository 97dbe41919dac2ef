import type { ApiSurface, Availability } from '../catalog/surface.ts';
import { type ResourceExtent, SurfaceChecks } from '../checks/surfaceChecks.ts';
import { decodeObject, type ServerSideApply } from '../crd/decodeObject.ts';
import { installedVersion } from '../crd/installed.ts';
import { withListsOf } from '../crd/listsOf.ts';
import { objectMeta } from '../crd/resourceType.ts';
import type { JsonMap } from '../crd/schema/json.ts';
import { decode } from '../decode/decode.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';

/** A resource as read by a target, before any check. */
export interface DecodedResource {
  readonly availability: Availability;
  /** Undefined if the target does not serve the kind, or if its document does not parse. */
  readonly decoded: Decoded | undefined;
  /** A custom resource, pruned and defaulted; undefined for built-in kinds, and if defaults make it too large to store. */
  readonly custom: JsonMap | undefined;
}

/** Reads a resource as a target does. */
export function readResource(resource: Resource, surface: ApiSurface): DecodedResource {
  return readAs(resource, surface, availabilityOf(resource, surface), 'whole');
}

/** How a target serves the kind of a resource. */
export function availabilityOf({ apiVersion, kind }: Resource, surface: ApiSurface): Availability {
  const groupVersion = parseGroupVersion(apiVersion);
  return groupVersion === undefined
    ? { state: 'malformed' }
    : surface.availability({ group: groupVersion.group, version: groupVersion.version, kind });
}

/**
 * Reads a resource as a given kind of a target.
 *
 * @param extent whether the resource is an object or a part of one.
 * @param serverSideApply whether the resource is applied server-side.
 */
export function readAs(
  resource: Resource,
  surface: ApiSurface,
  availability: Availability,
  extent: ResourceExtent,
  serverSideApply: ServerSideApply = 'no',
): DecodedResource {
  const unread = { availability, decoded: undefined, custom: undefined };
  if (availability.state !== 'served' || resource.partial !== undefined) return unread;
  const surfaceChecks = SurfaceChecks.for(surface, extent);
  const installed = installedVersion(availability.resource);
  if (installed === undefined) {
    const type = surface.rootType(availability.resource);
    return type === undefined ? unread : { ...unread, decoded: decode(resource.root, type, surfaceChecks) };
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (metadata === undefined) return unread;
  const root = extent === 'part' ? withListsOf(resource.root, installed.version.schema) : resource.root;
  const { decoded, object } = decodeObject(root, installed, metadata, surfaceChecks, serverSideApply);
  return { availability, decoded, custom: object };
}
