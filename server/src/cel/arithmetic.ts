import { isInRange, secondsOf } from './time.ts';
import { type CelValue, failure, intMax, intMin, list, noOverload, type Outcome, uintMax, unknown } from './values.ts';

type Operation = '+' | '-' | '*' | '/' | '%';

/** The result of an operator on two values. Source: cel-go common/types, Add, Subtract, Multiply, Divide, Modulo. */
export function calculate(operation: Operation, left: CelValue, right: CelValue): Outcome {
  if (left.type === 'int' && right.type === 'int') return whole('int', operation, left.value, right.value);
  if (left.type === 'uint' && right.type === 'uint') return whole('uint', operation, left.value, right.value);
  if (left.type === 'double' && right.type === 'double') return floating(operation, left.value, right.value);
  if (isTime(left) && isTime(right)) return times(operation, left, right);
  if (operation !== '+') return noOverload;
  if (left.type === 'string' && right.type === 'string') return { type: 'string', value: left.value + right.value };
  if (left.type === 'bytes' && right.type === 'bytes') return { type: 'bytes', value: [...left.value, ...right.value] };
  if (left.type !== 'list' || right.type !== 'list') return noOverload;
  return left.unordered === true ? unknown : list([...left.items, ...right.items]);
}

/** The negative of a number. */
export function negate(value: CelValue): Outcome {
  if (value.type === 'double') return { type: 'double', value: -value.value };
  if (value.type !== 'int') return noOverload;
  return value.value === intMin ? failure('integer overflow') : { type: 'int', value: -value.value };
}

function whole(type: 'int' | 'uint', operation: Operation, left: bigint, right: bigint): Outcome {
  if ((operation === '/' || operation === '%') && right === 0n) {
    return failure(operation === '/' ? 'division by zero' : 'modulus by zero');
  }
  const value = bigintOf(operation, left, right);
  const inRange = type === 'int' ? value >= intMin && value <= intMax : value >= 0n && value <= uintMax;
  return inRange ? { type, value } : failure(type === 'int' ? 'integer overflow' : 'unsigned integer overflow');
}

function bigintOf(operation: Operation, left: bigint, right: bigint): bigint {
  switch (operation) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

function floating(operation: Operation, left: number, right: number): Outcome {
  switch (operation) {
    case '+':
      return { type: 'double', value: left + right };
    case '-':
      return { type: 'double', value: left - right };
    case '*':
      return { type: 'double', value: left * right };
    case '/':
      return { type: 'double', value: left / right };
    case '%':
      return noOverload;
  }
}

type Time = CelValue & { readonly type: 'duration' | 'timestamp' };

function isTime(value: CelValue): value is Time {
  return value.type === 'duration' || value.type === 'timestamp';
}

function times(operation: Operation, time: Time, other: Time): Outcome {
  if (operation !== '+' && operation !== '-') return noOverload;
  const value = operation === '+' ? time.value + other.value : time.value - other.value;
  const points = Number(time.type === 'timestamp') + (operation === '+' ? 1 : -1) * Number(other.type === 'timestamp');
  if (points === 0) {
    return value >= intMin && value <= intMax ? { type: 'duration', value } : failure('duration overflow');
  }
  if (points !== 1) return noOverload;
  return isInRange(secondsOf(value)) ? { type: 'timestamp', value } : failure('timestamp overflow');
}
