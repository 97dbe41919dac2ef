/** How large a value may be, in elements, characters or bytes: `SizeEstimate`. Both ends are unsigned 64-bit integers. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The greatest unsigned 64-bit integer, where sums and products stop. */
export const mostUint = (1n << 64n) - 1n;

/** The size of what nothing is known of. */
export const unknownSize: Size = { min: 0n, max: mostUint };

/** A size that is known exactly. */
export function fixedSize(size: bigint | number): Size {
  const value = BigInt(size);
  return { min: value, max: value };
}

/** A sum that stops at the greatest integer. */
export function sum(one: bigint, other: bigint): bigint {
  return capped(one + other);
}

/** A product that stops at the greatest integer. */
export function product(one: bigint, other: bigint): bigint {
  return capped(one * other);
}

/** The sum of two sizes. */
export function addSizes(one: Size, other: Size): Size {
  return { min: sum(one.min, other.min), max: sum(one.max, other.max) };
}

/** The product of two sizes. */
export function multiplySizes(one: Size, other: Size): Size {
  return { min: product(one.min, other.min), max: product(one.max, other.max) };
}

/** The range that holds both sizes. */
export function joinSizes(one: Size, other: Size): Size {
  return { min: lesser(one.min, other.min), max: greater(one.max, other.max) };
}

/**
 * A number times a factor, rounded up, in the doubles that the server counts with: `multiplyByCostFactor` in cel-go
 * checker/cost.go.
 */
export function scaled(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= 2 ** 64 ? mostUint : BigInt(result);
}

/** The lesser of two numbers. */
export function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The greater of two numbers. */
export function greater(one: bigint, other: bigint): bigint {
  return one < other ? other : one;
}

function capped(value: bigint): bigint {
  return lesser(value, mostUint);
}
