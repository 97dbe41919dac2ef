/** So many things are tried in every order; of more, orders in which each of two comes first once. */
const mostInAllOrders = 4;

/** Orders of things in which a dependence on their order shows. */
export function orders<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= mostInAllOrders) return permutations(all);
  return [all, all.toReversed()];
}

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all];
  return all.flatMap((one, index) => permutations(all.filter((_, i) => i !== index)).map((rest) => [one, ...rest]));
}
