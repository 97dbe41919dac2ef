import { groupResource } from '../../catalog/catalog.ts';
import type { ValueMap } from '../../conversion/value.ts';
import type { ObjectKey } from '../objects/store.ts';
import { Refusal } from '../transport/answer.ts';
import { metadataOf } from '../writes/finished.ts';

/* Source: k8s.io/apimachinery pkg/api/errors/errors.go. */

function detailsOf({ served: { group, resource }, name }: ObjectKey): ValueMap {
  return { name, ...(group === '' ? {} : { group }), kind: resource };
}

function named({ served: { group, resource }, name }: ObjectKey): string {
  return `${groupResource(group, resource)} "${name}"`;
}

/** The refusal of a request for an object that is not there. */
export function notFound(key: ObjectKey): Refusal {
  return new Refusal(404, 'NotFound', `${named(key)} not found`, detailsOf(key));
}

/** The refusal of a create of an object that is there. */
export function alreadyExists(key: ObjectKey, stored: ValueMap, warnings: readonly string[]): Refusal {
  const prefix = metadataOf(stored)['deletionTimestamp'] === undefined ? '' : 'object is being deleted: ';
  return new Refusal(409, 'AlreadyExists', `${prefix}${named(key)} already exists`, detailsOf(key), warnings);
}

/** The refusal of a replacement that must name the version that it replaces. */
export function withoutVersion(key: ObjectKey): Refusal {
  const { group, resource } = key.served;
  const message = 'Invalid value: 0: must be specified for an update';
  const causes = [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }];
  const details: ValueMap = { ...detailsOf(key), causes };
  const text = `${groupResource(group, resource)} "${key.name}" is invalid: metadata.resourceVersion: ${message}`;
  return new Refusal(422, 'Invalid', text, details);
}

/** The refusal of an apply that names the uid of an object that is not there. */
export function otherUid(key: ObjectKey, uid: string): Refusal {
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${named(key)}: ${why}`, detailsOf(key));
}

/**
 * The refusal of a request for an object with another uid or version (k8s.io/apiserver pkg/storage/errors.go).
 *
 * @param stored '' for an object that is not there.
 */
export function preconditionFailed(
  key: ObjectKey,
  what: 'UID' | 'ResourceVersion',
  asked: string,
  stored: string,
): Refusal {
  const { group, resource, custom } = key.served;
  const path = [custom && group, resource, key.namespace, key.name].filter((part) => part !== undefined).join('/');
  const why = `StorageError: invalid object, Code: 4, Key: /${path}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${stored}`;
  return new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${named(key)}: ${why}`, detailsOf(key));
}

/** The refusal of a write to an older version of an object. */
export function conflicting(key: ObjectKey): Refusal {
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${named(key)}: ${why}`, detailsOf(key));
}
