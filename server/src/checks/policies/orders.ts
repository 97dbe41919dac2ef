/**
 * Up to this many items, all orders are tried; above it, the given order and its reverse, in which each of two items
 * comes first once.
 */
const maxInAllOrders = 4;

/** Orders of items that reveal a dependence on the order. */
export function ordersToTry<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= maxInAllOrders) return permutations(all);
  return [all, all.toReversed()];
}

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all];
  return all.flatMap((first, index) => permutations(all.filter((_, i) => i !== index)).map((rest) => [first, ...rest]));
}
