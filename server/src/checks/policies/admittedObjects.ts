import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { decodeObject } from '../../crd/decodeObject.ts';
import { installedVersion } from '../../crd/installed.ts';
import { objectMeta } from '../../crd/resourceType.ts';
import type { JsonMap } from '../../crd/schema/json.ts';
import { decode } from '../../decode/decode.ts';
import type { OccurrenceFilter } from '../../decode/decoded.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { CompletedObject } from '../completed/completed.ts';
import type { PossibleWriters } from './admitted.ts';
import { type MergeShape, shapeOfCustom, shapeOfType } from './shape.ts';

/** An object in admission, as a target reads it. */
export interface AdmittedObject {
  readonly resource: Resource;
  readonly served: ServedResource;
  readonly surface: ApiSurface;
  /** The custom resource when admission begins; undefined for built-in kinds. */
  readonly custom: JsonMap | undefined;
  /** Whether it may have annotations and owners that the resource does not show, by other managers. */
  readonly isShared?: true | undefined;
  /** For built-in kinds: what the server did before policies run; the root of the resource is then the result. */
  readonly completion?: Completion | undefined;
}

/** What the server did to an object. */
export interface Completion extends Omit<CompletedObject, 'root'> {
  readonly writers: PossibleWriters;
  /** Paths that are certain although the server writes them, once the object is prepared for its creation. */
  readonly decided?: readonly string[];
  /** The object as it was sent. */
  readonly sent: AdmittedObject;
}

/** For decoding that only tests whether an object decodes. */
export const noOccurrences: OccurrenceFilter = { field: () => false, object: () => false };

/** An object as a target reads it; undefined if it does not decode or has unknown fields. */
export function readObject(
  resource: Resource,
  served: ServedResource,
  surface: ApiSurface,
): AdmittedObject | undefined {
  const installed = installedVersion(served);
  if (installed === undefined) {
    const type = surface.rootType(served);
    const decoded = type && decode(resource.root, type, noOccurrences);
    if (decoded === undefined || decoded.errors.length + decoded.unknown.length > 0) return undefined;
    return { resource, served, surface, custom: undefined };
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (metadata === undefined) return undefined;
  const { decoded, object } = decodeObject(resource.root, installed, metadata, noOccurrences);
  if (object === undefined || decoded.errors.length + decoded.unknown.length > 0) return undefined;
  return { resource, served, surface, custom: object };
}

/** How the server merges objects of a resource; undefined without a schema. */
export function shapeOf(served: ServedResource, surface: ApiSurface): MergeShape | undefined {
  const installed = installedVersion(served);
  if (installed === undefined) {
    const type = surface.rootType(served);
    return type && shapeOfType(type);
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  return metadata && shapeOfCustom(installed.version.schema, metadata);
}
