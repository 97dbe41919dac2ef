import { compareQuantities, parseQuantity } from '../formats/quantity.ts';
import type { CelFunction, Functions } from './function.ts';
import { addAmounts, amountOf, integerOf } from './quantityAmount.ts';
import { bool, type CelQuantity, type CelValue, failure, int } from './values.ts';

// Source: k8s.io/apiserver pkg/cel/library/quantity.go.

/** The functions of quantities. */
export const quantityFunctions: Functions = {
  isQuantity: ([text]) => (text?.type === 'string' ? bool(parseQuantity(text.value) !== undefined) : undefined),
  quantity: ([text]) => {
    if (text?.type !== 'string') return undefined;
    const value = parseQuantity(text.value);
    if (value === undefined) return failure('quantities must match the regular expression');
    return { type: 'quantity', value, amount: amountOf(text.value) };
  },
  isGreaterThan: comparing((order) => bool(order > 0)),
  isLessThan: comparing((order) => bool(order < 0)),
  compareTo: comparing((order) => int(Math.sign(order))),
  sign: ([celValue]) => {
    if (celValue?.type !== 'quantity') return undefined;
    return int(celValue.value.nanos > 0n ? 1 : celValue.value.nanos < 0n ? -1 : 0);
  },
  asInteger: ([celValue]) => {
    if (celValue?.type !== 'quantity') return undefined;
    const whole = wholeOf(celValue);
    return whole === undefined ? failure('cannot convert value to integer') : int(whole);
  },
  isInteger: ([celValue]) => (celValue?.type === 'quantity' ? bool(wholeOf(celValue) !== undefined) : undefined),
  // The double of a fraction depends on how Go multiplies.
  asApproximateFloat: ([celValue]) =>
    celValue?.type === 'quantity' && celValue.amount?.scale === 0
      ? { type: 'double', value: Number(celValue.amount.value) }
      : undefined,
  add: adding(1n),
  sub: adding(-1n),
};

const billion = 1_000_000_000n;

function wholeOf({ amount }: CelQuantity): bigint | undefined {
  return amount === undefined ? undefined : integerOf(amount);
}

function comparing(answer: (order: number) => CelValue): CelFunction {
  return ([celValue, other]) => {
    if (celValue?.type !== 'quantity' || other?.type !== 'quantity') return undefined;
    return answer(compareQuantities(celValue.value, other.value));
  };
}

function adding(sign: bigint): CelFunction {
  return ([celValue, other]) => {
    if (celValue?.type !== 'quantity' || other === undefined) return undefined;
    const more = quantityOf(other);
    if (more === undefined) return undefined;
    const value = { nanos: celValue.value.nanos + sign * more.value.nanos };
    if (celValue.amount === undefined || more.amount === undefined)
      return { type: 'quantity', value, amount: undefined };
    const { value: number, scale } = more.amount;
    return { type: 'quantity', value, amount: addAmounts(celValue.amount, { value: sign * number, scale }) };
  };
}

function quantityOf(value: CelValue): CelQuantity | undefined {
  if (value.type === 'quantity') return value;
  return value.type === 'int'
    ? { type: 'quantity', value: { nanos: value.value * billion }, amount: { value: value.value, scale: 0 } }
    : undefined;
}
