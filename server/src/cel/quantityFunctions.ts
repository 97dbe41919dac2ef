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
  sign: ([one]) => {
    if (one?.type !== 'quantity') return undefined;
    return int(one.value.nanos > 0n ? 1 : one.value.nanos < 0n ? -1 : 0);
  },
  asInteger: ([one]) => {
    if (one?.type !== 'quantity') return undefined;
    const whole = wholeOf(one);
    return whole === undefined ? failure('cannot convert value to integer') : int(whole);
  },
  isInteger: ([one]) => (one?.type === 'quantity' ? bool(wholeOf(one) !== undefined) : undefined),
  // Which double stands for a fraction depends on how Go multiplies.
  asApproximateFloat: ([one]) =>
    one?.type === 'quantity' && one.amount?.scale === 0
      ? { type: 'double', value: Number(one.amount.value) }
      : undefined,
  add: adding(1n),
  sub: adding(-1n),
};

const billion = 1_000_000_000n;

function wholeOf({ amount }: CelQuantity): bigint | undefined {
  return amount === undefined ? undefined : integerOf(amount);
}

function comparing(answer: (order: number) => CelValue): CelFunction {
  return ([one, other]) => {
    if (one?.type !== 'quantity' || other?.type !== 'quantity') return undefined;
    return answer(compareQuantities(one.value, other.value));
  };
}

function adding(sign: bigint): CelFunction {
  return ([one, other]) => {
    if (one?.type !== 'quantity' || other === undefined) return undefined;
    const more = quantityOf(other);
    if (more === undefined) return undefined;
    const value = { nanos: one.value.nanos + sign * more.value.nanos };
    if (one.amount === undefined || more.amount === undefined) return { type: 'quantity', value, amount: undefined };
    const { value: number, scale } = more.amount;
    return { type: 'quantity', value, amount: addAmounts(one.amount, { value: sign * number, scale }) };
  };
}

function quantityOf(value: CelValue): CelQuantity | undefined {
  if (value.type === 'quantity') return value;
  return value.type === 'int'
    ? { type: 'quantity', value: { nanos: value.value * billion }, amount: { value: value.value, scale: 0 } }
    : undefined;
}
