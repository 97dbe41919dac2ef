import { calculate } from './arithmetic.ts';
import { compareValues, equals } from './compare.ts';
import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, int, isValue, list, type Outcome, unknown } from './values.ts';

// Sources: k8s.io/apiserver pkg/cel/library/lists.go and cel-go ext/lists.go.

/** The functions of lists. */
export const listFunctions: Functions = {
  isSorted: items((elements) => {
    const orders = elements.slice(1).map((element, i) => orderOf(elements[i], element));
    return orders.includes(undefined) ? undefined : bool(!orders.some((order) => (order ?? 0) > 0));
  }),
  min: items((elements) => extreme(elements, 'min', (order) => order > 0)),
  max: items((elements) => extreme(elements, 'max', (order) => order < 0)),
  sum: items((elements) => {
    const [first, ...rest] = elements;
    if (first === undefined) return undefined;
    return rest.reduce<Outcome>((sum, celValue) => (isValue(sum) ? calculate('+', sum, celValue) : sum), first);
  }),
  indexOf: ([whole, part]) => position(whole, part, (answers) => answers.indexOf(true)),
  lastIndexOf: ([whole, part]) => position(whole, part, (answers) => answers.lastIndexOf(true)),
  includes: ([whole, part]) => {
    if (whole === undefined || part === undefined) return undefined;
    const answers = whole.type === 'list' ? whole.items.map((item) => equals(item, part)) : [equals(whole, part)];
    if (answers.includes(true)) return bool(true);
    return answers.includes(undefined) ? unknown : bool(false);
  },
  distinct: items((elements) => {
    const kept: CelValue[] = [];
    for (const element of elements) {
      const answers = kept.map((other) => equals(element, other));
      if (answers.includes(undefined)) return unknown;
      if (!answers.includes(true)) kept.push(element);
    }
    return list(kept);
  }),
  reverse: items((elements) => list([...elements].reverse())),
  slice: ([whole, from, to]) => {
    if (whole?.type !== 'list' || from?.type !== 'int' || to?.type !== 'int') return undefined;
    const [start, end] = [Number(from.value), Number(to.value)];
    if (start < 0 || start > end || end > whole.items.length) return failure('cannot slice: index out of range');
    return list(whole.items.slice(start, end));
  },
  sort: items((elements) => sorted(elements, elements)),
  '@sortByAssociatedKeys': ([whole, keys]) =>
    whole?.type === 'list' && keys?.type === 'list' ? sorted(whole.items, keys.items) : undefined,
  flatten: ([whole, depth]) => {
    if (whole?.type !== 'list' || (depth !== undefined && depth.type !== 'int')) return undefined;
    const levels = depth?.type === 'int' ? Number(depth.value) : 1;
    return levels < 0 ? failure('level must be non-negative') : list(flattened(whole.items, levels));
  },
  'lists.range': ([count]) => {
    if (count?.type !== 'int' || count.value < 0n || count.value > maxNumbers) return undefined;
    return list(Array.from({ length: Number(count.value) }, (_, index) => int(index)));
  },
  first: items((elements) => ({ type: 'optional', value: elements[0] })),
  last: items((elements) => ({ type: 'optional', value: elements.at(-1) })),
};

const maxNumbers = 10_000n;

function flattened(elements: readonly CelValue[], levels: number): readonly CelValue[] {
  if (levels === 0) return elements;
  return elements.flatMap((element) => (element.type === 'list' ? flattened(element.items, levels - 1) : [element]));
}

/** Elements in the order of their keys; equal ones may come in any order. */
function sorted(elements: readonly CelValue[], keys: readonly CelValue[]): Outcome | undefined {
  const pairs = elements.map((element, index) => ({ element, key: keys[index] }));
  let certain = pairs.length === keys.length;
  pairs.sort((pair, other) => {
    const order = orderOf(pair.key, other.key);
    if (order === undefined || Number.isNaN(order)) certain = false;
    if (order === 0 && pair.element !== pair.key && equals(pair.element, other.element) !== true) certain = false;
    return order ?? 0;
  });
  return certain ? list(pairs.map(({ element }) => element)) : undefined;
}

function items(use: (elements: readonly CelValue[]) => Outcome | undefined): CelFunction {
  return (args) => (args.length === 1 && args[0]?.type === 'list' ? use(args[0].items) : undefined);
}

function orderOf(celValue: CelValue | undefined, other: CelValue | undefined): number | undefined {
  return celValue === undefined || other === undefined ? undefined : compareValues(celValue, other);
}

function extreme(
  elements: readonly CelValue[],
  name: string,
  isBetter: (order: number) => boolean,
): Outcome | undefined {
  const [first, ...rest] = elements;
  if (first === undefined) return failure(`${name} called on empty list`);
  let best = first;
  for (const celValue of rest) {
    const order = compareValues(best, celValue);
    if (order === undefined) return undefined;
    if (isBetter(order)) best = celValue;
  }
  return best;
}

function position(
  whole: CelValue | undefined,
  part: CelValue | undefined,
  find: (answers: readonly (boolean | undefined)[]) => number,
): Outcome | undefined {
  if (whole?.type !== 'list' || part === undefined) return undefined;
  const answers = whole.items.map((item) => equals(item, part));
  return answers.includes(undefined) ? unknown : int(find(answers));
}
