import { type Amount, intMax, intMin } from './values.ts';

const decimal: Readonly<Record<string, number | undefined>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binary: Readonly<Record<string, number | undefined>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

/**
 * Kubernetes' representation of a quantity; undefined if it is too long or too fine for this form. Source:
 * k8s.io/apimachinery pkg/api/resource/quantity.go, ParseQuantity.
 */
export function amountOf(text: string): Amount | undefined {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?(.*)$/s.exec(text) ?? [];
  const number = whole === '' ? '0' : whole;
  const units = Object.hasOwn(binary, suffix) ? binary[suffix] : undefined;
  const exponent = units === undefined ? exponentOf(suffix) : 0;
  if (exponent === undefined) return undefined;
  const precision =
    units === undefined
      ? 18 - number.length - fraction.length
      : fraction === ''
        ? 14 - number.length - Math.trunc((units * 3) / 10)
        : -1;
  const scale = exponent - fraction.length;
  if (precision < 0 || scale < -9) return undefined;
  const value = BigInt(`${number}${fraction}`) << BigInt(units ?? 0);
  return isInt(value) ? { value: sign === '-' ? -value : value, scale } : undefined;
}

/** The sum of two amounts; undefined if it is too large. Source: amount.go, Add. */
export function addAmounts(first: Amount, second: Amount): Amount | undefined {
  if (second.value === 0n) return first;
  if (first.value === 0n) return second;
  const scale = Math.min(first.scale, second.scale);
  const [left, right] = [scaled(first, scale), scaled(second, scale)];
  const value = left === undefined || right === undefined ? undefined : left + right;
  return value !== undefined && isInt(value) ? { value, scale } : undefined;
}

/** The whole number of an amount, if it has no finer unit. */
export function integerOf(amount: Amount): bigint | undefined {
  return amount.scale < 0 ? undefined : scaled(amount, 0);
}

function scaled({ value, scale }: Amount, to: number): bigint | undefined {
  if (scale - to > 1000) return undefined;
  const result = value * 10n ** BigInt(scale - to);
  return isInt(result) ? result : undefined;
}

function exponentOf(suffix: string): number | undefined {
  const known = Object.hasOwn(decimal, suffix) ? decimal[suffix] : undefined;
  return known ?? (/^[eE][+-]?\d{1,4}$/.test(suffix) ? Number(suffix.slice(1)) : undefined);
}

function isInt(value: bigint): boolean {
  return value >= intMin && value <= intMax;
}
