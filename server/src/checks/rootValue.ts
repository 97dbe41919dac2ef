import type { Subject } from './check.ts';
import { droppedFieldsOf } from './fieldGates.ts';
import { Value } from './value.ts';

/** A resource as a value with the types of its target, where that serves it, and without fields that it drops. */
export function rootValue({ resource, surface, availability, decoded }: Subject): Value {
  const type = availability.state === 'served' ? surface.rootType(availability.resource) : undefined;
  const isDropped = decoded === undefined ? () => false : droppedFieldsOf({ surface, resource }, decoded);
  return new Value(resource.root, undefined, resource.kindSpan, type && { kind: 'object', type }, isDropped);
}
