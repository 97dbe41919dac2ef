/** How large a value may be, in elements, characters or bytes: `SizeEstimate`. Both ends are unsigned 64-bit integers. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The greatest unsigned 64-bit integer, where sums and products stop. */
export const maxUint = (1n << 64n) - 1n;

/** An unknown size. */
export const unknownSize: Size = { min: 0n, max: maxUint };

/** A size that is known exactly. */
export function fixedSize(size: bigint | number): Size {
  const value = BigInt(size);
  return { min: value, max: value };
}

/** A sum that stops at the greatest integer. */
export function sum(left: bigint, right: bigint): bigint {
  return capped(left + right);
}

/** A product that stops at the greatest integer. */
export function product(left: bigint, right: bigint): bigint {
  return capped(left * right);
}

/** The sum of two sizes. */
export function addSizes(left: Size, right: Size): Size {
  return { min: sum(left.min, right.min), max: sum(left.max, right.max) };
}

/** The product of two sizes. */
export function multiplySizes(left: Size, right: Size): Size {
  return { min: product(left.min, right.min), max: product(left.max, right.max) };
}

/** The range that holds both sizes. */
export function joinSizes(left: Size, right: Size): Size {
  return { min: minOf(left.min, right.min), max: maxOf(left.max, right.max) };
}

/**
 * A number times a factor, rounded up, in the doubles that the server counts with: `multiplyByCostFactor` in cel-go
 * checker/cost.go.
 */
export function scaled(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= 2 ** 64 ? maxUint : BigInt(result);
}

/** The lesser of two numbers. */
export function minOf(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** The greater of two numbers. */
export function maxOf(left: bigint, right: bigint): bigint {
  return left < right ? right : left;
}

function capped(value: bigint): bigint {
  return minOf(value, maxUint);
}
