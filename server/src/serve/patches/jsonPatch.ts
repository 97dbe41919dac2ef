import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { indexIn, pointerSegments } from '../../manifest/jsonPointer.ts';
import { Refusal } from '../transport/answer.ts';
import { inapplicablePatch, unreadablePatch } from './refusedPatch.ts';

/**
 * An object after the operations of a JSON patch (RFC 6902). Throws a Refusal. Unlike the RFC, a replacement of an absent
 * field adds it, a test for null holds for an absent field, and a copy of an absent field is null.
 *
 * Source: gopkg.in/evanphx/json-patch.v4, patch.go.
 */
export function jsonPatched(object: ValueMap, patch: Value): Value {
  if (patch === null) return object;
  if (!isValueList(patch)) throw unreadablePatch(patch, 'value of type []handlers.jsonPatchOp');
  if (patch.length > maxOperations) {
    throw new Refusal(
      413,
      'RequestEntityTooLarge',
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
    );
  }
  return patch.map(operationIn).reduce<Value>(afterOperation, object);
}

/** Source: k8s.io/apiserver pkg/endpoints/handlers/patch.go, maxJSONPatchOperations. */
const maxOperations = 10_000;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: Value;
}

function operationIn(value: Value): Operation {
  const fields = value ?? {};
  if (!isValueMap(fields)) throw unreadablePatch(fields, 'value of type handlers.jsonPatchOp');
  const text = (name: 'op' | 'path' | 'from') => {
    const written = fields[name] ?? '';
    if (typeof written === 'string') return written;
    throw unreadablePatch(written, `struct field jsonPatchOp.${name} of type string`);
  };
  return { op: text('op'), path: text('path'), from: text('from'), value: fields['value'] ?? null };
}

function afterOperation(object: Value, { op, path, from, value }: Operation): Value {
  switch (op) {
    case 'add':
      return changed(object, path, (parent, step) => added(parent, step, value));
    case 'replace':
      if (path !== '') return changed(object, path, (parent, step) => replaced(parent, step, value));
      if (isValueMap(value) || isValueList(value)) return value;
      throw inapplicablePatch('the whole can only be replaced with an object');
    case 'remove':
      if (valueAt(object, path) === undefined) throw inapplicablePatch(`${path} is not there to remove`);
      return changed(object, path, removed);
    case 'test':
      if (sameValue(valueAt(object, path) ?? null, value)) return object;
      throw inapplicablePatch(`the test of ${path} failed`);
    case 'copy': {
      const copy = valueAt(object, from) ?? null;
      return changed(object, path, (parent, step) => added(parent, step, copy));
    }
    case 'move': {
      const source = valueAt(object, from);
      if (source === undefined) throw inapplicablePatch(`${from} is not there to move`);
      return changed(changed(object, from, removed), path, (parent, step) => added(parent, step, source));
    }
    default:
      throw inapplicablePatch(`${JSON.stringify(op)} is not an operation`);
  }
}

/** The steps of a path; a path without a slash names nothing. */
function stepsOf(path: string): readonly string[] {
  if (!path.includes('/')) throw inapplicablePatch(`the path ${JSON.stringify(path)} does not begin with a slash`);
  return pointerSegments(path);
}

/** The value at a path; undefined for an absent field. Throws a Refusal if what it would be in is absent. */
function valueAt(object: Value, path: string): Value | undefined {
  let value: Value | undefined = object;
  for (const step of stepsOf(path)) {
    if (isValueList(value)) value = value[itemIndex(step, value.length)];
    else if (isValueMap(value)) value = value[step];
    else throw inapplicablePatch(`${path} is in nothing`);
  }
  return value;
}

type Change = (parent: ValueMap | readonly Value[], step: string) => Value;

function changed(value: Value, path: string, change: Change): Value {
  const at = (inner: Value | undefined, [step, ...below]: readonly string[]): Value => {
    const isParent = isValueMap(inner) || isValueList(inner);
    if (step === undefined || !isParent) throw inapplicablePatch(`${path} is in nothing`);
    if (below.length === 0) return change(inner, step);
    if (isValueMap(inner)) return { ...inner, [step]: at(inner[step], below) };
    const index = itemIndex(step, inner.length);
    return inner.with(index, at(inner[index], below));
  };
  return at(value, stepsOf(path));
}

function added(parent: ValueMap | readonly Value[], step: string, value: Value): Value {
  if (!isValueList(parent)) return { ...parent, [step]: value };
  return parent.toSpliced(step === '-' ? parent.length : itemIndex(step, parent.length + 1), 0, value);
}

function replaced(parent: ValueMap | readonly Value[], step: string, value: Value): Value {
  return isValueList(parent) ? parent.with(itemIndex(step, parent.length), value) : { ...parent, [step]: value };
}

function removed(parent: ValueMap | readonly Value[], step: string): Value {
  if (isValueList(parent)) return parent.toSpliced(itemIndex(step, parent.length), 1);
  const { [step]: _, ...others } = parent;
  return others;
}

function itemIndex(step: string, count: number): number {
  const index = indexIn(step, count);
  if (index === undefined) throw inapplicablePatch(`the list has no item ${step}`);
  return index;
}
