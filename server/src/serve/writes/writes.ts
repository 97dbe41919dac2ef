import { shapeOf } from '../../checks/policies/admittedObjects.ts';
import { isValueMap, plainValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { filledFromStored } from '../../update/filledFromStored.ts';
import type { OldObject } from '../../update/oldObjects.ts';
import { type Manager, managersAfterUpdate, withManagers } from '../apply/managers.ts';
import { goKind, serverSideApplied } from '../apply/serverSideApply.ts';
import { withoutManagers } from '../apply/typedFields.ts';
import { inVersion } from '../objects/converted.ts';
import type { ObjectKey } from '../objects/store.ts';
import { type Patched, patched } from '../patches/patched.ts';
import { alreadyExists, conflicting, notFound, otherUid, uidConflict, withoutVersion } from '../reads/missing.ts';
import type { ServedTarget } from '../servedTarget.ts';
import { badRequest, jsonOf, notImplemented } from '../transport/answer.ts';
import { emptyObject, newStatus } from './emptyObject.ts';
import { created, isSameMeaning, metadataOf, needsVersion, replacing, serverTime, withMetadata } from './finished.ts';
import { accepted, type FieldValidation } from './judged.ts';
import { identified, keyOf, type SentObject, type SentTo, sentObject } from './sentObject.ts';
import { type PatchType, parsedFields, parsedValue } from './sentText.ts';
import { unknownAdmission } from './unknownAdmission.ts';

/** How an object is written. */
export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly manager: string;
  readonly isForced: boolean;
  readonly validation: FieldValidation;
  /** '' for the object itself. */
  readonly subresource: string;
  readonly now: Date;
}

/** A written object, and whether it is new. */
export interface Written {
  readonly object: ValueMap;
  readonly isNew: boolean;
  readonly warnings: readonly string[];
}

/** Adds the managers of an applied object. */
type Managers = (object: ValueMap) => ValueMap;

/** Creates an object. Throws a Refusal. */
export function create(text: string, to: SentTo, options: WriteOptions, target: ServedTarget): Written {
  const sent = sentObject(text, to);
  return createSent(sent, to, options, target, undefined);
}

/** @param managers undefined for those of a create. */
function createSent(
  sent: SentObject,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
  managers: Managers | undefined,
): Written {
  const { served } = to;
  const key = keyOf(to, sent);
  const { value, warnings } = accepted(sent, served, target.inputsFor(), undefined, options.validation);
  const time = serverTime(options.now);
  const status = value['status'] === undefined ? newStatus(served, target.surface) : undefined;
  const complete = status === undefined ? value : { ...value, status };
  const bare = created(withoutResourceVersion(complete), served, time);
  const name = String(metadataOf(bare)['name'] ?? key.name);
  const named: ObjectKey = { ...key, name };
  // What the workspace alone has is about to be created.
  if (target.store.isWritten(named) && target.store.get(named) !== undefined) throw alreadyExists(named, warnings);
  const object =
    managers?.(bare) ?? managedByUpdate(emptyObject(served, target.surface), bare, to, options, target, time);
  return {
    object: stored(named, object, options, target),
    isNew: true,
    warnings: [...warnings, ...unknownAdmission('CREATE', named, object, target)],
  };
}

/** Replaces an object. Throws a Refusal. */
export function replace(text: string, to: SentTo, options: WriteOptions, target: ServedTarget): Written {
  const sent = sentObject(text, to);
  const key = keyOf(to, sent);
  const old = current(key, target);
  if (old === undefined) throw notFound(key);
  const { uid, resourceVersion } = metadataOf(objectOf(sent));
  if ((resourceVersion === undefined || resourceVersion === '') && needsVersion(to.served)) throw withoutVersion(key);
  const { uid: storedUid } = metadataOf(old);
  if (typeof uid === 'string' && typeof storedUid === 'string' && uid !== storedUid)
    throw uidConflict(key, uid, storedUid);
  return update(sent, old, to, options, target);
}

/** Patches an object; an apply creates it where it does not exist. Throws a Refusal. */
export function patch(type: PatchType, text: string, to: SentTo, options: WriteOptions, target: ServedTarget): Written {
  const key: ObjectKey = { served: to.served, namespace: to.namespace, name: to.name ?? '' };
  const old = current(key, target);
  if (type === 'apply') return apply(text, old, to, options, target);
  if (old === undefined) throw notFound(key);
  const { value, undecodable } = patched(type, old, parsedValue(text), to.served, target.surface);
  return update(sentValue(value, to), old, to, options, target, { undecodable });
}

function apply(
  text: string,
  live: ValueMap | undefined,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
): Written {
  const { served } = to;
  const root = parsedFields(text);
  const written = objectIn(root);
  if (written['apiVersion'] !== formatGroupVersion(served) || written['kind'] !== served.kind)
    throw badRequest(`invalid object type: ${goKind(written)}`);
  const isNamed = live === undefined || stringFor(mapFor(root, 'metadata') ?? root, 'name') !== undefined;
  const sent = identified(root, text, isNamed ? to : { ...to, name: undefined });
  const config = objectOf(sent);
  if ((metadataOf(config)['managedFields'] ?? null) !== null) throw badRequest('metadata.managedFields must be nil');
  const shape = shapeOf(served, target.surface);
  if (shape === undefined) throw notImplemented('server-side applies of a kind without a schema');
  const time = serverTime(options.now);
  const manager = writerOf('Apply', to, options);
  const applied = serverSideApplied(live, { config, manager, isForced: options.isForced, time }, shape);
  const managed = (object: ValueMap) => withManagers(object, applied.managers);
  if (live === undefined) {
    const { uid } = metadataOf(config);
    if (uid !== undefined) throw otherUid(keyOf(to, sent), String(uid));
    return createSent(sent, to, options, target, managed);
  }
  return update(sentValue(applied.object, to), live, to, options, target, { managers: managed });
}

function update(
  sent: SentObject,
  old: ValueMap,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
  { managers, undecodable }: { readonly managers?: Managers; readonly undecodable?: Patched['undecodable'] } = {},
): Written {
  const { served } = to;
  const key = keyOf(to, sent);
  checkVersion(sent, old, key);
  const before = oldObject(old, to);
  const filled = { ...sent, resource: filledFromStored(sent.resource, before, target.surface) };
  const { value, warnings } = accepted(filled, served, target.inputsFor(), before, options.validation, undecodable);
  const time = serverTime(options.now);
  const parts = options.subresource === 'status' ? statusOf(old, objectOf(sent)) : withStatusOf(old, value);
  const bare = replacing(old, parts, served);
  const object = managers?.(bare) ?? managedByUpdate(old, bare, to, options, target, time);
  const isUnchanged = managers === undefined && isSameMeaning(old, object) && isSameObject(old, object);
  return {
    object: isUnchanged ? old : stored(key, object, options, target),
    isNew: false,
    warnings: [...warnings, ...unknownAdmission('UPDATE', key, object, target)],
  };
}

function managedByUpdate(
  old: ValueMap,
  now: ValueMap,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
  time: string,
): ValueMap {
  const shape = shapeOf(to.served, target.surface);
  if (shape === undefined) return now;
  return withManagers(now, managersAfterUpdate(old, now, shape, writerOf('Update', to, options), time));
}

function isSameObject(old: ValueMap, object: ValueMap): boolean {
  return jsonOf(withoutManagers(old)) === jsonOf(withoutManagers(object));
}

/** An update of the object leaves its status, which has a separate path, and what the server has assigned. */
function withStatusOf(old: ValueMap, value: ValueMap): ValueMap {
  const { status: _, ...others } = value;
  return old['status'] === undefined ? others : { ...others, status: old['status'] };
}

/** An update of the status leaves everything else. */
function statusOf(old: ValueMap, value: ValueMap): ValueMap {
  const { status: _, ...others } = old;
  return value['status'] === undefined ? others : { ...others, status: value['status'] };
}

/** The object that a path names, in its version. */
export function current(key: ObjectKey, target: ServedTarget): ValueMap | undefined {
  const object = target.store.get(key);
  if (object === undefined) return undefined;
  const converted = inVersion(object, key.served, target.surface);
  if (converted === undefined)
    throw notImplemented(`${String(object['apiVersion'])} objects as ${formatGroupVersion(key.served)}`);
  return converted;
}

/** Source: k8s.io/apiserver pkg/registry/generic/registry/store.go, OptimisticLockErrorMsg. */
function checkVersion(sent: SentObject, old: ValueMap, key: ObjectKey): void {
  const version = metadataOf(objectOf(sent))['resourceVersion'];
  const stored = metadataOf(old)['resourceVersion'];
  if (version === undefined || version === '' || stored === undefined || version === stored) return;
  throw conflicting(key);
}

function stored(key: ObjectKey, object: ValueMap, { isDryRun }: WriteOptions, target: ServedTarget): ValueMap {
  if (isDryRun) return object;
  const written = target.store.put(key, (resourceVersion) => withMetadata(object, { resourceVersion }));
  target.wrote(key, written ?? object);
  return written ?? object;
}

function writerOf(
  operation: Manager['operation'],
  { served }: SentTo,
  { manager, subresource }: WriteOptions,
): Manager {
  return { name: manager, operation, apiVersion: formatGroupVersion(served), subresource };
}

function objectOf({ resource }: SentObject): ValueMap {
  return objectIn(resource.root);
}

function objectIn(root: MapNode): ValueMap {
  const value = plainValue(root);
  return isValueMap(value) ? value : {};
}

function sentValue(value: Value, to: SentTo): SentObject {
  return sentObject(jsonOf(value), to);
}

function oldObject(old: ValueMap, to: SentTo): OldObject {
  const { resource, text } = sentValue(old, to);
  return { resource, text, operation: 'replace' };
}

function withoutResourceVersion(value: ValueMap): ValueMap {
  const { resourceVersion: _, managedFields: __, ...metadata } = metadataOf(value);
  return { ...value, metadata };
}
