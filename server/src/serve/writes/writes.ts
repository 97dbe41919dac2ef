import { shapeOf } from '../../checks/policies/admittedObjects.ts';
import { isValueList, isValueMap, plainValue, type Value, type ValueMap, valueAt } from '../../conversion/value.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { filledFromStored } from '../../update/filledFromStored.ts';
import type { OldObject } from '../../update/oldObjects.ts';
import { type Manager, managersAfterUpdate, withManagers } from '../apply/managers.ts';
import { goKind, serverSideApplied, unconvertible } from '../apply/serverSideApply.ts';
import { withoutManagers } from '../apply/typedFields.ts';
import { inVersion } from '../objects/converted.ts';
import type { ObjectKey } from '../objects/store.ts';
import { type Patched, patched } from '../patches/patched.ts';
import {
  alreadyExists,
  conflicting,
  notFound,
  otherUid,
  preconditionFailed,
  withoutVersion,
} from '../reads/missing.ts';
import type { ServedTarget } from '../servedTarget.ts';
import { badRequest, jsonOf, notImplemented, Refusal } from '../transport/answer.ts';
import { emptyObject } from './emptyObject.ts';
import {
  created,
  finalizersOf,
  isCreatedByUpdate,
  metadataOf,
  needsVersion,
  replacing,
  serverTime,
  withMetadata,
} from './finished.ts';
import { accepted, type FieldValidation } from './judged.ts';
import { newObject } from './newObject.ts';
import { identified, keyOf, type SentObject, type SentTo, sentObject } from './sentObject.ts';
import { type PatchType, parsedFields, parsedValue } from './sentText.ts';
import { unknownAdmission } from './unknownAdmission.ts';
import { updated, withTimes } from './updatedObject.ts';

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
  undecodable?: Patched['undecodable'],
): Written {
  const { served } = to;
  const key = keyOf(to, sent);
  const { value, managed, warnings } = accepted(
    sent,
    served,
    target.inputsFor(),
    undefined,
    options.validation,
    undecodable,
  );
  const time = serverTime(options.now);
  const timed = withTimes(withoutResourceVersion(value), served, time);
  const bare = newObject(created(timed, served, time), served, target.surface, time);
  const name = String(metadataOf(bare)['name'] ?? key.name);
  const named: ObjectKey = { ...key, name };
  // What the workspace alone has is about to be created.
  if (!options.isDryRun) checkNoVersion(value);
  const existing = target.store.isWritten(named) ? target.store.get(named) : undefined;
  if (existing !== undefined) throw alreadyExists(named, existing, warnings);
  const object =
    managers?.(bare) ??
    managedByUpdate(emptyObject(served, target.surface), managed(), bare, to, options, target, time);
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
  if (old === undefined) return createdByReplace(sent, key, to, options, target);
  const { uid, resourceVersion } = metadataOf(objectOf(sent));
  if ((resourceVersion === undefined || resourceVersion === '') && needsVersion(to.served)) throw withoutVersion(key);
  const { uid: storedUid } = metadataOf(old);
  if (typeof uid === 'string' && typeof storedUid === 'string' && uid !== storedUid)
    throw preconditionFailed(key, 'UID', uid, storedUid);
  return update(sent, old, to, options, target);
}

/** Replaces an object that does not exist: of some kinds, this creates it. */
function createdByReplace(
  sent: SentObject,
  key: ObjectKey,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
): Written {
  if (isCreatedByUpdate(to.served)) {
    const { uid } = metadataOf(objectOf(sent));
    if (typeof uid === 'string' && uid !== '') throw preconditionFailed(key, 'UID', uid, '');
    return createSent(sent, to, options, target, undefined);
  }
  throw notFound(key).withWarnings(decodedWarnings(sent, to, options, target));
}

/** The warnings of the decoder, which comes before the object is looked up. Throws the Refusal of what it refuses. */
function decodedWarnings(sent: SentObject, to: SentTo, options: WriteOptions, target: ServedTarget): readonly string[] {
  try {
    return accepted(sent, to.served, target.inputsFor(), undefined, options.validation).decoded;
  } catch (error) {
    if (error instanceof Refusal && error.status !== 400) return error.warnings;
    throw error;
  }
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
  const undecodable: Patched['undecodable'] = (why, warnings) => unconvertible(config, why, warnings);
  const isNamed = live === undefined || stringFor(mapFor(root, 'metadata') ?? root, 'name') !== undefined;
  const sent = identified(root, text, isNamed ? to : { ...to, name: undefined });
  const config = objectOf(sent);
  if ((metadataOf(config)['managedFields'] ?? null) !== null) throw badRequest('metadata.managedFields must be nil');
  const shape = shapeOf(served, target.surface);
  if (shape === undefined) throw notImplemented('server-side applies of a kind without a schema');
  const time = serverTime(options.now);
  const manager = writerOf('Apply', to, options);
  const applied = serverSideApplied(live, { config, manager, isForced: options.isForced, time }, { shape, served });
  checkSyntax(metadataOf(config)['resourceVersion']);
  const managed = (object: ValueMap) => withManagers(object, applied.managers);
  if (live === undefined) {
    const { uid } = metadataOf(config);
    if (uid !== undefined) throw otherUid(keyOf(to, sent), String(uid));
    return createSent(sent, to, options, target, managed, undecodable);
  }
  return update(sentValue(applied.object, to), live, to, options, target, { managers: managed, undecodable });
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
  const { value, managed, warnings } = accepted(
    filled,
    served,
    target.inputsFor(),
    before,
    options.validation,
    undecodable,
  );
  const time = serverTime(options.now);
  const parts =
    options.subresource === 'status'
      ? statusOf(old, objectOf(sent))
      : withStatusOf(old, updated(old, value, served, time));
  const bare = replacing(old, parts, managed, served);
  const object =
    managers?.(bare) ??
    managedByUpdate(old, options.subresource === '' ? managed() : bare, bare, to, options, target, time);
  const isUnchanged = isSameObject(old, object) && isSameManagement(old, object);
  return {
    object: isUnchanged ? old : stored(key, object, options, target),
    isNew: false,
    warnings: [...warnings, ...unknownAdmission('UPDATE', key, object, target)],
  };
}

/**
 * @param now the object when field managers see it.
 * @param bare the object that is stored.
 */
function managedByUpdate(
  old: ValueMap,
  now: ValueMap,
  bare: ValueMap,
  to: SentTo,
  options: WriteOptions,
  target: ServedTarget,
  time: string,
): ValueMap {
  const shape = shapeOf(to.served, target.surface);
  if (shape === undefined) return bare;
  const type = { served: to.served, shape };
  return withManagers(bare, managersAfterUpdate(old, now, type, writerOf('Update', to, options), time));
}

function isSameObject(old: ValueMap, object: ValueMap): boolean {
  return jsonOf(withoutManagers(old)) === jsonOf(withoutManagers(object));
}

/** Whether the same managers own the same fields. */
function isSameManagement(old: ValueMap, object: ValueMap): boolean {
  const timeless = (value: ValueMap) => jsonOf(managedFieldsOf(value).map(({ time: _, ...entry }): Value => entry));
  return timeless(old) === timeless(object);
}

function managedFieldsOf(object: ValueMap): readonly ValueMap[] {
  const { managedFields } = metadataOf(object);
  return isValueList(managedFields) ? managedFields.filter(isValueMap) : [];
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

/** Source: k8s.io/apiserver pkg/storage/etcd3/store.go, Create; a dry run does not look at it. */
function checkNoVersion(object: ValueMap): void {
  const { resourceVersion } = metadataOf(object);
  if (typeof resourceVersion !== 'string' || !/^0*[1-9]\d*$/.test(resourceVersion)) return;
  throw new Refusal(500, '', 'resourceVersion should not be set on objects to be created');
}

/** Source: k8s.io/apiserver pkg/registry/generic/registry/store.go, OptimisticLockErrorMsg. */
function checkVersion(sent: SentObject, old: ValueMap, key: ObjectKey): void {
  const version = metadataOf(objectOf(sent))['resourceVersion'];
  const stored = metadataOf(old)['resourceVersion'];
  checkSyntax(version);
  if (version === undefined || version === '' || stored === undefined || version === stored) return;
  throw conflicting(key);
}

function checkSyntax(version: Value | undefined): void {
  if (typeof version !== 'string' || /^\d*$/.test(version)) return;
  throw new Refusal(500, '', `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
}

function stored(key: ObjectKey, object: ValueMap, { isDryRun }: WriteOptions, target: ServedTarget): ValueMap {
  if (isDryRun) return object;
  const isGone = endsDeletion(object);
  const written = target.put(key, (resourceVersion) =>
    isGone ? undefined : withMetadata(object, { resourceVersion }),
  );
  return written ?? object;
}

/**
 * Whether an object that is being deleted has nothing more to wait for. Source: k8s.io/apiserver
 * pkg/registry/generic/registry/store.go, ShouldDeleteDuringUpdate.
 */
function endsDeletion(object: ValueMap): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(object);
  if (deletionTimestamp === undefined || finalizersOf(object).length > 0) return false;
  // Namespaces have finalizers of their own.
  if (valueAt(object, ['spec', 'finalizers']) !== undefined) return false;
  return (deletionGracePeriodSeconds ?? 0) === 0;
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
