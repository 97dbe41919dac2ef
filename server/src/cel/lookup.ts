import { boolOrUnknown, equals } from './compare.ts';
import { bool, type CelValue, failure, isValue, keyOf, noOverload, type Outcome, string, unknown } from './values.ts';

// Source: cel-go interpreter/attributes.go and common/types/{list,map,optional}.go.

/** Values that have no fields but may be tested for them. */
const withoutFields: ReadonlySet<string> = new Set(['null_type', 'bool', 'int', 'uint', 'double', 'string', 'bytes']);

/** `operand.field`, or its presence; for an optional, the field of its value, as an optional. */
export function selected(operand: CelValue, field: string, test: boolean): Outcome {
  if (operand.type === 'optional') {
    const found: Outcome =
      operand.value === undefined ? { type: 'optional', value: undefined } : at(operand.value, string(field));
    return test && found.type === 'optional' ? bool(found.value !== undefined) : found;
  }
  if (withoutFields.has(operand.type)) return test ? bool(false) : failure(`no such key: ${field}`);
  if (operand.type !== 'map') return noOverload;
  const computed = operand.computed?.(`s${field}`);
  if (computed !== undefined) return test && isValue(computed) ? bool(true) : computed;
  const names = [`s${field}`, `s__${field}__`];
  const broken = names.map((name) => operand.unreadable?.get(name)).find((outcome) => outcome !== undefined);
  // The server reads a field even to test its presence.
  if (broken !== undefined) return broken;
  const entry = names.map((name) => operand.entries.get(name)).find((candidate) => candidate !== undefined);
  if (entry === undefined && names.some((name) => operand.mayHave?.(name) === true))
    return test && names.some((name) => operand.surelyHas?.(name) === true) ? bool(true) : unknown;
  if (test) return bool(entry !== undefined);
  return entry?.[1] ?? failure(`no such key: ${field}`);
}

/** `operand[index]`. */
export function indexed(operand: CelValue, index: CelValue): Outcome {
  if (operand.type === 'optional') {
    return operand.value === undefined ? { type: 'optional', value: undefined } : at(operand.value, index);
  }
  const found = element(operand, index);
  if (found !== undefined) return found;
  const word = wordOf(index);
  return failure(
    `${operand.type === 'list' ? 'index out of bounds' : 'no such key'}${word === undefined ? '' : `: ${word}`}`,
  );
}

/** An index or key in an error. Source: cel-go interpreter/attributes.go, resolutionError. */
function wordOf(index: CelValue): string | undefined {
  switch (index.type) {
    case 'string':
    case 'int':
    case 'uint':
    case 'bool':
      return String(index.value);
    default:
      return undefined;
  }
}

/** `operand[?index]`: the element as an optional. */
export function at(operand: CelValue, index: CelValue): Outcome {
  const inner = operand.type === 'optional' ? operand.value : operand;
  if (inner === undefined || withoutFields.has(inner.type)) return { type: 'optional', value: undefined };
  const found = element(inner, index);
  if (found === undefined) return { type: 'optional', value: undefined };
  return isValue(found) ? { type: 'optional', value: found } : found;
}

/** Whether a list has an element, or a map a key. */
export function contains(whole: CelValue, part: CelValue): Outcome {
  if (whole.type === 'map') {
    const key = keyOf(part);
    if (key === undefined) return unknown;
    const computed = whole.computed?.(key);
    if (computed !== undefined) return isValue(computed) ? bool(true) : computed;
    const broken = whole.unreadable?.get(key);
    if (broken !== undefined) return broken;
    const isThere = whole.entries.has(key) || whole.surelyHas?.(key) === true;
    return !isThere && whole.mayHave?.(key) === true ? unknown : bool(isThere);
  }
  if (whole.type !== 'list') return noOverload;
  const answers = whole.items.map((item) => equals(item, part));
  if (answers.includes(true)) return bool(true);
  return boolOrUnknown(answers.includes(undefined) ? undefined : false);
}

function element(operand: CelValue, index: CelValue): Outcome | undefined {
  if (operand.type === 'map') {
    const key = keyOf(index);
    if (key === undefined) return unknown;
    const found = operand.computed?.(key) ?? operand.unreadable?.get(key) ?? operand.entries.get(key)?.[1];
    return found === undefined && operand.mayHave?.(key) === true ? unknown : found;
  }
  if (operand.type !== 'list') return noOverload;
  if (index.type !== 'int' && index.type !== 'uint' && index.type !== 'double') return noOverload;
  return operand.items[Number(index.value)];
}
