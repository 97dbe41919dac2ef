import { isInRange, secondsOf } from './time.ts';
import { type CelValue, failure, intMax, intMin, list, noOverload, type Outcome, uintMax, unknown } from './values.ts';

type Operation = '+' | '-' | '*' | '/' | '%';

/** What an operator makes of two values. Source: cel-go common/types, Add, Subtract, Multiply, Divide, Modulo. */
export function calculate(operation: Operation, one: CelValue, other: CelValue): Outcome {
  if (one.type === 'int' && other.type === 'int') return whole('int', operation, one.value, other.value);
  if (one.type === 'uint' && other.type === 'uint') return whole('uint', operation, one.value, other.value);
  if (one.type === 'double' && other.type === 'double') return floating(operation, one.value, other.value);
  if (isTime(one) && isTime(other)) return times(operation, one, other);
  if (operation !== '+') return noOverload;
  if (one.type === 'string' && other.type === 'string') return { type: 'string', value: one.value + other.value };
  if (one.type === 'bytes' && other.type === 'bytes') return { type: 'bytes', value: [...one.value, ...other.value] };
  if (one.type !== 'list' || other.type !== 'list') return noOverload;
  return one.unordered === true ? unknown : list([...one.items, ...other.items]);
}

/** The negative of a number. */
export function negate(value: CelValue): Outcome {
  if (value.type === 'double') return { type: 'double', value: -value.value };
  if (value.type !== 'int') return noOverload;
  return value.value === intMin ? failure('integer overflow') : { type: 'int', value: -value.value };
}

function whole(type: 'int' | 'uint', operation: Operation, one: bigint, other: bigint): Outcome {
  if ((operation === '/' || operation === '%') && other === 0n) {
    return failure(operation === '/' ? 'division by zero' : 'modulus by zero');
  }
  const value = bigintOf(operation, one, other);
  const inRange = type === 'int' ? value >= intMin && value <= intMax : value >= 0n && value <= uintMax;
  return inRange ? { type, value } : failure(type === 'int' ? 'integer overflow' : 'unsigned integer overflow');
}

function bigintOf(operation: Operation, one: bigint, other: bigint): bigint {
  switch (operation) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return one / other;
    case '%':
      return one % other;
  }
}

function floating(operation: Operation, one: number, other: number): Outcome {
  switch (operation) {
    case '+':
      return { type: 'double', value: one + other };
    case '-':
      return { type: 'double', value: one - other };
    case '*':
      return { type: 'double', value: one * other };
    case '/':
      return { type: 'double', value: one / other };
    case '%':
      return noOverload;
  }
}

type Time = CelValue & { readonly type: 'duration' | 'timestamp' };

function isTime(value: CelValue): value is Time {
  return value.type === 'duration' || value.type === 'timestamp';
}

function times(operation: Operation, one: Time, other: Time): Outcome {
  if (operation !== '+' && operation !== '-') return noOverload;
  const value = operation === '+' ? one.value + other.value : one.value - other.value;
  const points = Number(one.type === 'timestamp') + (operation === '+' ? 1 : -1) * Number(other.type === 'timestamp');
  if (points === 0) {
    return value >= intMin && value <= intMax ? { type: 'duration', value } : failure('duration overflow');
  }
  if (points !== 1) return noOverload;
  return isInRange(secondsOf(value)) ? { type: 'timestamp', value } : failure('timestamp overflow');
}
