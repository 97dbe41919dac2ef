import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { indexIn, pointerSegments } from '../../kustomize/jsonPointer.ts';
import { badRequest, Refusal } from '../transport/answer.ts';

/** An object after the operations of a JSON patch (RFC 6902). Throws a Refusal like gopkg.in/evanphx/json-patch.v4. */
export function jsonPatched(object: ValueMap, patch: Value): Value {
  if (!isValueList(patch)) throw badRequest('the body of a JSON patch must be a list of operations');
  if (patch.length > maxOperations) {
    throw new Refusal(
      413,
      'RequestEntityTooLarge',
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
    );
  }
  return patch.reduce(afterOperation, object);
}

/** Source: k8s.io/apiserver pkg/endpoints/handlers/patch.go, maxJSONPatchOperations. */
const maxOperations = 10_000;

function afterOperation(object: Value, operation: Value): Value {
  const fields: ValueMap = isValueMap(operation) ? operation : {};
  const { op, path, from } = fields;
  if (typeof path !== 'string') throw refused('an operation has no path');
  const steps = pointerSegments(path);
  switch (op) {
    case 'add':
      return changed(object, steps, (parent, step) => added(parent, step, fields['value'] ?? null));
    case 'replace':
      valueAt(object, steps, 'replace', path);
      if (steps.length === 0) return fields['value'] ?? null;
      return changed(object, steps, (parent, step) => replaced(parent, step, fields['value'] ?? null));
    case 'remove':
      valueAt(object, steps, 'remove', path);
      return changed(object, steps, removed);
    case 'test': {
      const found = valueAt(object, steps, 'test', path);
      if (sameValue(found, fields['value'] ?? null)) return object;
      throw refused(`testing value ${path} failed`);
    }
    case 'copy':
    case 'move': {
      if (typeof from !== 'string') throw refused(`a ${op} operation has no from`);
      const source = pointerSegments(from);
      const value = valueAt(object, source, op, from);
      const rest = op === 'move' ? changed(object, source, removed) : object;
      return changed(rest, steps, (parent, step) => added(parent, step, value));
    }
    default:
      throw refused(`Unexpected kind: ${JSON.stringify(op ?? 'unknown')}`);
  }
}

function refused(message: string): Refusal {
  return new Refusal(422, 'Invalid', `the server rejected our request due to an error in our request: ${message}`);
}

function valueAt(object: Value, steps: readonly string[], op: string, path: string): Value {
  let value: Value | undefined = object;
  for (const step of steps) {
    if (isValueList(value)) value = value[indexIn(step, value.length) ?? -1];
    else value = isValueMap(value) ? value[step] : undefined;
  }
  if (value === undefined) throw refused(`${op} operation does not apply: doc is missing path: ${path}`);
  return value;
}

type Change = (parent: ValueMap | readonly Value[], step: string) => Value;

function changed(value: Value, [step, ...below]: readonly string[], change: Change): Value {
  if (step === undefined || (!isValueMap(value) && !isValueList(value))) throw refused('a path is missing');
  if (below.length === 0) return change(value, step);
  if (isValueMap(value)) {
    const inner = value[step];
    if (inner === undefined) throw refused(`doc is missing path: /${step}`);
    return { ...value, [step]: changed(inner, below, change) };
  }
  const index = itemIndex(step, value.length);
  return value.map((item, at) => (at === index ? changed(item, below, change) : item));
}

function added(parent: ValueMap | readonly Value[], step: string, value: Value): Value {
  if (isValueMap(parent)) return { ...parent, [step]: value };
  return isValueList(parent)
    ? parent.toSpliced(step === '-' ? parent.length : itemIndex(step, parent.length + 1), 0, value)
    : parent;
}

function replaced(parent: ValueMap | readonly Value[], step: string, value: Value): Value {
  if (isValueMap(parent)) return { ...parent, [step]: value };
  return isValueList(parent) ? parent.with(itemIndex(step, parent.length), value) : parent;
}

function removed(parent: ValueMap | readonly Value[], step: string): Value {
  if (isValueList(parent)) return parent.toSpliced(itemIndex(step, parent.length), 1);
  const { [step]: _, ...others } = isValueMap(parent) ? parent : {};
  return others;
}

function itemIndex(step: string, count: number): number {
  const index = indexIn(step, count);
  if (index === undefined) throw refused(`Unable to access invalid index: ${step}`);
  return index;
}
