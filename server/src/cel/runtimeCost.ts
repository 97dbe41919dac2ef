import type { CelValue } from './values.ts';

/** Functions whose cost grows with the square of a list. */
const quadratic: ReadonlySet<string> = new Set(['distinct', 'sort', 'sortBy', 'flatten']);

/**
 * At least the cost that the server counts for a call: by the sizes of its arguments, multiplied for functions that
 * search one in the other. Source: cel-go interpreter/runtimecost.go, costCall; k8s.io/apiserver
 * pkg/cel/library/cost.go, CallCost.
 */
export function callCost(name: string, values: readonly CelValue[]): number {
  const sizes = values.map(sizeOf);
  const sum = sizes.reduce((total, size) => total + size, 0);
  const [first = 0] = sizes;
  if (quadratic.has(name)) return sum + first * first;
  if (/^[_!@-]/.test(name)) return sum;
  return sum + sizes.reduce((product, size) => product * Math.max(1, size), 1);
}

/** The number of parts of a value, texts counted by ten characters. */
function sizeOf(value: CelValue): number {
  switch (value.type) {
    case 'string':
      return Math.ceil(value.value.length / 10);
    case 'bytes':
      return Math.ceil(value.value.length / 10);
    case 'list':
      return value.items.reduce((sum, item) => sum + 1 + sizeOf(item), 0);
    case 'map':
      return [...value.entries.values()].reduce((sum, [key, item]) => sum + sizeOf(key) + 1 + sizeOf(item), 0);
    default:
      return 1;
  }
}
