import { type Origin, openValue, type TextValue, type Value } from './value.ts';

/** Whether a value is true; undefined if it is not known. */
export function truthValue(value: Value): boolean | undefined {
  if (value.kind !== 'text' || !/^(?:true|false)$/.test(value.text)) return undefined;
  return value.text === 'true';
}

/** The boolean value of an expression. */
export function booleanValue(is: boolean, origin: Origin): TextValue {
  return { kind: 'text', type: 'boolean', text: String(is), origin, isGenerated: true };
}

/** The result of an operator for two values, except `&&`, `||` and `??`; undefined for an unknown operator. */
export function operate(operator: string, left: Value, right: Value, origin: Origin): Value | undefined {
  if (operator === '==' || operator === '!=') {
    const equal = equals(left, right);
    return equal === undefined ? unknownOf(left, right) : booleanValue(equal === (operator === '=='), origin);
  }
  const first = numberOf(left);
  const second = numberOf(right);
  if (first === undefined || second === undefined) return unknownOf(left, right);
  const compared = comparisons.get(operator)?.(first, second);
  if (compared !== undefined) return booleanValue(compared, origin);
  const computed = calculations.get(operator)?.(first, second);
  if (computed === undefined || !Number.isFinite(computed)) return undefined;
  return { kind: 'text', type: 'number', text: String(computed), origin, isGenerated: true };
}

function unknownOf(left: Value, right: Value): Value | undefined {
  return [left, right].find(({ kind }) => kind === 'open');
}

function equals(value: Value, other: Value): boolean | undefined {
  if (value.kind === 'open' || other.kind === 'open') return undefined;
  if (value.kind === 'text' && other.kind === 'text') return value.text === other.text;
  if (value.kind === 'null' || other.kind === 'null') return value.kind === other.kind;
  const [a, b] = [sizeOf(value), sizeOf(other)];
  // Only empty values can be compared without reading every item.
  return a === 0 || b === 0 ? a === b : undefined;
}

/** The number of items of a list or entries of a map; undefined for other values. */
export function sizeOf(value: Value): number | undefined {
  if (value.kind === 'list') return value.items().length;
  return value.kind === 'map' ? value.keys.length : undefined;
}

/** The number in a value; undefined if it is not a number. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value?.kind !== 'text' || !/^-?\d+(?:\.\d+)?$/.test(value.text)) return undefined;
  return Number(value.text);
}

const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
]);

const calculations: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
]);

/** The opposite of a boolean; open if it is unknown. */
export function negated(value: Value, origin: Origin): Value {
  const truth = truthValue(value);
  if (truth !== undefined) return booleanValue(!truth, origin);
  return value.kind === 'open' ? value : openValue('the condition is known only at run time');
}
