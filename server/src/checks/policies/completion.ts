import { admissionOf } from '../../admission/admissionObjects.ts';
import { completed } from '../completed/completed.ts';
import { isCompletionKnown, type PossibleWriters } from './admitted.ts';
import { type AdmittedObject, readObject } from './admittedObjects.ts';

/**
 * The objects that policies may see of one that is sent, with defaults and, on a create, the changes of built-in
 * plugins: the same one for a custom resource, whose schema has filled in its defaults; none where that is unknown.
 */
export function completedObjects(sent: AdmittedObject, writers: PossibleWriters): readonly AdmittedObject[] {
  const { resource, served, surface } = sent;
  if (served.custom !== undefined) return [sent];
  if (!isCompletionKnown(served)) return [];
  const { root, kindSpan, namespace } = resource;
  const given = { root, served, surface, kindSpan, namespace, objects: admissionOf(surface) };
  return completed(given, writers === 'create').map((object) => ({
    ...sent,
    resource: { ...resource, root: object.root },
    completion: { ...object, writers, sent },
  }));
}

/** The only one of {@link completedObjects}; undefined if there are none or several. */
export function completedObject(sent: AdmittedObject, writers: PossibleWriters): AdmittedObject | undefined {
  const [only, ...others] = completedObjects(sent, writers);
  return others.length === 0 ? only : undefined;
}

/** A completed object after a mutation: new parts have got their defaults. Undefined if it does not decode. */
export function mutatedObject(
  before: AdmittedObject,
  root: AdmittedObject['resource']['root'],
): AdmittedObject | undefined {
  const { resource, served, surface, isShared, completion } = before;
  const read = readObject({ ...resource, root }, served, surface);
  if (read === undefined || completion === undefined) return read && { ...read, isShared };
  const [object] = completed(
    { ...read, root, kindSpan: resource.kindSpan, namespace: resource.namespace, objects: undefined },
    false,
  );
  if (object === undefined) return undefined;
  const written = new Set([...completion.written, ...object.written]);
  const open = [...completion.open, ...object.open];
  return {
    ...read,
    isShared,
    resource: { ...resource, root: object.root },
    completion: { ...completion, written, open },
  };
}
