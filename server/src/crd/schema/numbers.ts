import type { ScalarValue } from '../../manifest/node.ts';

const int64 = 1n << 63n;

/** Go's type of a number in a custom resource: `int64` if it is an integer and fits, else `float64`. */
export function goNumber(value: ScalarValue): 'int64' | 'float64' | undefined {
  if (typeof value === 'bigint') return -int64 <= value && value < int64 ? 'int64' : 'float64';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  return undefined;
}

/** Whether a float is whole enough for an integer: `swag.IsFloat64AJSONInteger`. */
export function isJsonInteger(value: number): boolean {
  const largest = 2 ** 53 - 1;
  if (Number.isNaN(value) || value < -largest || value > largest) return false;
  const whole = Math.trunc(value);
  const difference = Math.abs(value - whole);
  return difference === 0 || (whole !== 0 && difference / (Math.abs(value) + Math.abs(whole)) < 1e-9);
}

/** Whether a whole number is a multiple of another one, or a float of a float, as kube-openapi counts it. */
export function isMultipleOf(value: number | bigint, factor: number): boolean {
  const whole = BigInt(Math.trunc(factor));
  if (goNumber(value) === 'int64') return whole > 0n && BigInt(value) % whole === 0n;
  if (factor <= 0) return false;
  return isJsonInteger(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
}
