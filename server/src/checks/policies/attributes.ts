import type { AdmissionObjects } from '../../admission/admissionObjects.ts';
import { installedVersion } from '../../crd/installed.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { type GroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { type Request, type Requested, requestOf } from '../admissionMatch.ts';
import type { StoredObject, Subject } from '../check.ts';
import { policiesThatMatch } from '../mutatingPolicies.ts';
import { type AdmittedObject, readObject, shapeOf } from './admittedObjects.ts';
import { appliedRoot, withoutKeys } from './applied.ts';
import { convertedObject } from './convertedObject.ts';
import { open } from './shape.ts';

/** What policies see of a request. Source: k8s.io/apiserver pkg/admission/interfaces.go. */
export interface Attributes {
  readonly request: Request;
  /** The version that a policy matched by: that of the request, or an equivalent one. */
  readonly matched: GroupVersion;
  readonly object: AdmittedObject;
  /** The object before an update. */
  readonly old: AdmittedObject | 'none' | 'unknown';
}

/**
 * What policies see of the request that creates or changes a resource; undefined if that is unknown, or if a
 * client-side apply changes nothing and sends no request.
 */
export function attributesOf(subject: Requested, objects: AdmissionObjects): Attributes | undefined {
  const { availability, surface, stored, change } = subject;
  const sent = sentResource(subject);
  if (sent === undefined || availability.state !== 'served') return undefined;
  const request = requestOf({ ...subject, resource: sent }, objects);
  const read = readObject(sent, availability.resource, surface);
  if (request === undefined || read === undefined) return undefined;
  const object: AdmittedObject = change === 'apply' ? { ...read, isShared: true } : read;
  const old = change === undefined ? 'none' : (storedObject(subject, stored, request, objects) ?? 'unknown');
  return { request, matched: availability.resource, object, old };
}

/** The object that the server admits; undefined if unknown, or if nothing is sent. */
function sentResource({ resource, availability, surface, stored, change }: Requested): Resource | undefined {
  if (change !== 'apply' || availability.state !== 'served') return resource;
  if (stored === undefined) return undefined;
  if (!stored.isWhole) return isSame(resource, stored) ? undefined : resource;
  if (stored.resource.apiVersion !== resource.apiVersion) return undefined;
  const { isAppliedByServer } = stored;
  // A client-side apply of a custom resource is a JSON merge patch: lists are replaced.
  const isMergePatch = installedVersion(availability.resource) !== undefined && !isAppliedByServer;
  const shape = isMergePatch ? open : shapeOf(availability.resource, surface);
  const root = shape && appliedRoot(resource.root, stored, shape);
  if (root === undefined || (root === stored.resource.root && !isAppliedByServer)) return undefined;
  return { ...resource, root: withoutKeys(root, ['metadata'], ['managedFields', 'generation']) };
}

/** Whether a manifest is the one that was applied before. */
function isSame({ root }: Resource, stored: StoredObject): boolean {
  return appliedRoot(root, { ...stored, stays: () => false }, open) === stored.resource.root;
}

function storedObject(
  { availability, surface }: Requested,
  stored: Subject['stored'],
  request: Request,
  objects: AdmissionObjects,
): AdmittedObject | undefined {
  if (stored === undefined || availability.state !== 'served') return undefined;
  const groupVersion = parseGroupVersion(stored.resource.apiVersion);
  const own = groupVersion && surface.availability({ ...groupVersion, kind: stored.resource.kind });
  const read = own?.state === 'served' ? readObject(stored.resource, own.resource, surface) : undefined;
  if (read === undefined || own?.state !== 'served') return undefined;
  if (stored.isWhole) return convertedObject(read, availability.resource);
  // Mutating policies may have changed the object that a manifest created.
  const requests: readonly Request[] = [{ ...request, operation: 'CREATE', storedLabels: undefined }, request];
  if (requests.some((one) => policiesThatMatch(one, objects, surface).length > 0)) return undefined;
  return convertedObject({ ...read, isShared: true }, availability.resource);
}

/** The same request as a policy sees it that matches an equivalent version; undefined if the conversion is unknown. */
export function versioned(attributes: Attributes, to: GroupVersion): Attributes | undefined {
  const { matched, object, old } = attributes;
  if (matched.group === to.group && matched.version === to.version) return attributes;
  const converted = convertedObject(object, to);
  if (converted === undefined) return undefined;
  const before = typeof old === 'string' ? old : (convertedObject(old, to) ?? 'unknown');
  return { ...attributes, matched: to, object: converted, old: before };
}
