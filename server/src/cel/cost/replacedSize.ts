import { maxUint, product, type Size, sum } from './range.ts';

/**
 * How large a text is after each occurrence of one text was replaced by another one.
 * Source: k8s.io/apiserver pkg/cel/library/cost.go, `replace`.
 */
export function replacedSize(text: Size, old: Size, fresh: Size): Size {
  const longest = extreme(text.max, old.min, fresh.max, fresh.max <= old.min);
  const shortest = extreme(text.min, old.max, fresh.min, old.max <= fresh.min);
  return { min: shortest, max: longest };
}

/** The size at one end of the ranges; `keeps` is whether it cannot pass the text's. */
function extreme(text: bigint, old: bigint, fresh: bigint, keeps: boolean): bigint {
  if (old === 0n) {
    const gaps = text < maxUint ? text + 1n : text;
    return sum(product(gaps, fresh), text);
  }
  return keeps ? text : product(quotient(text, old), fresh);
}

/** The quotient in doubles, rounded up. */
function quotient(text: bigint, old: bigint): bigint {
  const result = Math.ceil(Number(text) / Number(old));
  return result >= 2 ** 64 ? 1n << 63n : BigInt(result);
}
