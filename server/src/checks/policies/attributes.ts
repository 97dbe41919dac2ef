import type { AdmissionObjects } from '../../admission/admissionObjects.ts';
import { installedVersion } from '../../crd/installed.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { type GroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { isApply } from '../../update/writer.ts';
import { type Request, type RequestSubject, requestOf } from '../admissionMatch.ts';
import type { StoredObject, Subject } from '../check.ts';
import { policiesThatMatch } from '../possibleMutations.ts';
import type { PossibleWriters } from './admitted.ts';
import { type AdmittedObject, readObject, shapeOf } from './admittedObjects.ts';
import { appliedRoot, withoutKeys } from './applied.ts';
import { completedObject, completedObjects } from './completion.ts';
import { convertedObject } from './convertedObject.ts';
import { definedOnly } from './policy.ts';
import { open } from './shape.ts';

/** What policies see of a request. Source: k8s.io/apiserver pkg/admission/interfaces.go. */
export interface Attributes {
  readonly request: Request;
  /** The version that a policy matched by: that of the request, or an equivalent one. */
  readonly matched: GroupVersion;
  readonly object: AdmittedObject;
  /** The other objects that policies may see instead, as things outside of the workspace decide. */
  readonly alternatives: readonly AdmittedObject[];
  /** The object before an update. */
  readonly old: AdmittedObject | 'none' | 'unknown';
}

/**
 * What policies see of the request that creates or changes a resource; undefined if that is unknown, or if a
 * client-side apply changes nothing and sends no request.
 */
export function attributesOf(subject: RequestSubject, objects: AdmissionObjects): Attributes | undefined {
  const { availability, surface, stored, change } = subject;
  const sent = sentResource(subject);
  if (sent === undefined || availability.state !== 'served') return undefined;
  const request = requestOf({ ...subject, resource: sent }, objects);
  const read = readObject(sent, availability.resource, surface);
  if (request === undefined || read === undefined) return undefined;
  const isShared = isApply(change) ? true : undefined;
  // Others may have changed what an apply does not mention, such as the replicas.
  const writers = change === undefined ? 'create' : writersOfChange(change, stored);
  const [object, ...alternatives] = completedObjects({ ...read, isShared }, writers);
  if (object === undefined) return undefined;
  const old = change === undefined ? 'none' : (storedObject(subject, stored, request, objects) ?? 'unknown');
  return { request, matched: availability.resource, object, alternatives, old };
}

function writersOfChange(
  change: NonNullable<RequestSubject['change']>,
  stored: StoredObject | undefined,
): PossibleWriters {
  if (change === 'replace') return 'change';
  return stored?.isWhole === true ? 'nobody' : 'others';
}

/** The request as policies match it; undefined as for {@link attributesOf}. */
export function sentRequest(subject: RequestSubject, objects: AdmissionObjects): Request | undefined {
  const resource = sentResource(subject);
  return resource && requestOf({ ...subject, resource }, objects);
}

/** The object that the server admits; undefined if unknown, or if nothing is sent. */
function sentResource({ resource, availability, surface, stored, change }: RequestSubject): Resource | undefined {
  if (!isApply(change) || availability.state !== 'served') return resource;
  if (stored === undefined) return undefined;
  if (!stored.isWhole) return isSame(resource, stored) ? undefined : resource;
  if (stored.resource.apiVersion !== resource.apiVersion) return undefined;
  const isAppliedByServer = stored.serverSideApply === 'yes';
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
  { availability, surface }: RequestSubject,
  stored: Subject['stored'],
  request: Request,
  objects: AdmissionObjects,
): AdmittedObject | undefined {
  if (stored === undefined || availability.state !== 'served') return undefined;
  const groupVersion = parseGroupVersion(stored.resource.apiVersion);
  const ofStored = groupVersion && surface.availability({ ...groupVersion, kind: stored.resource.kind });
  const read = ofStored?.state === 'served' ? readObject(stored.resource, ofStored.resource, surface) : undefined;
  if (read === undefined || ofStored?.state !== 'served') return undefined;
  if (stored.isWhole) return completedAs(read, availability.resource, 'nobody');
  // Mutating policies may have changed the object that a manifest created.
  const requests: readonly Request[] = [{ ...request, operation: 'CREATE', storedLabels: undefined }, request];
  if (requests.some((candidate) => policiesThatMatch(candidate, objects, surface).length > 0)) return undefined;
  return completedAs({ ...read, isShared: true }, availability.resource, 'others');
}

function completedAs(object: AdmittedObject, to: GroupVersion, writers: PossibleWriters): AdmittedObject | undefined {
  const converted = convertedObject(object, to);
  return converted && completedObject(converted, writers);
}

/** The same request as a policy sees it that matches an equivalent version; undefined if the conversion is unknown. */
export function versioned(attributes: Attributes, to: GroupVersion): Attributes | undefined {
  const { matched, object, alternatives, old } = attributes;
  if (matched.group === to.group && matched.version === to.version) return attributes;
  const converted = convertedObject(object, to);
  const others = alternatives.map((alternative) => convertedObject(alternative, to));
  if (converted === undefined || others.includes(undefined)) return undefined;
  const before = typeof old === 'string' ? old : (convertedObject(old, to) ?? 'unknown');
  return { ...attributes, matched: to, object: converted, alternatives: definedOnly(others), old: before };
}
