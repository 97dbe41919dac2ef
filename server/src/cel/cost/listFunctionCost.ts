import type { Expr } from '../ast.ts';
import { type CallCost, type CostNode, listBase, type Operands, perCharacter, type Sizes, sizeOf } from './operands.ts';
import { fixedSize, maxUint, multiplySizes, type Size, scaled, sum } from './range.ts';

// Source: cel-go ext/lists.go and ext/sets.go, the estimators of their functions.

/** The cost of a function of the list and set libraries; undefined for any other function. */
export function listFunctionCost({ name, target, args }: Operands, sizes: Sizes): CallCost | undefined {
  const [first, second] = args;
  switch (name) {
    case 'sets.contains':
    case 'sets.intersects':
      return comparingAll(first, second, 1, sizes);
    case 'sets.equivalent':
      return comparingAll(first, second, 2, sizes);
    case 'lists.range':
      return creationCost(1, fixedSize(numberOf(first, maxUint)));
    case '@sortByAssociatedKeys':
      return first === undefined ? undefined : sorting(first, sizes);
  }
  if (target === undefined) return undefined;
  switch (name) {
    case 'slice': {
      const { max } = sizeOf(target, sizes);
      return creationCost(1, fixedSize(BigInt.asUintN(64, numberOf(second, max) - numberOf(first, 0n))));
    }
    case 'reverse':
      return creationCost(1, sizeOf(target, sizes));
    case 'flatten':
      return creationCost(first === undefined ? 1 : Number(numberOf(first, maxUint)), sizeOf(target, sizes));
    case 'distinct':
      return creationCost(2, squared(target, sizes));
    case 'sort':
      return sorting(target, sizes);
    default:
      return undefined;
  }
}

function comparingAll(
  costNode: CostNode | undefined,
  other: CostNode | undefined,
  factor: number,
  sizes: Sizes,
): CallCost | undefined {
  if (costNode === undefined || other === undefined) return undefined;
  const { max } = multiplySizes(sizeOf(costNode, sizes), sizeOf(other, sizes));
  return { cost: sum(scaled(max, factor), 1n) };
}

function sorting(keys: CostNode, sizes: Sizes): CallCost {
  const kind = keys.type.kind === 'list' ? keys.type.params[0].kind : undefined;
  return creationCost(kind === 'string' || kind === 'bytes' ? 2 + perCharacter : 2, squared(keys, sizes));
}

function squared(node: CostNode, sizes: Sizes): Size {
  const size = sizeOf(node, sizes);
  return multiplySizes(size, size);
}

function creationCost(factor: number, size: Size): CallCost {
  return { cost: sum(scaled(size.max, factor), listBase + 1n), size };
}

function numberOf(node: CostNode | undefined, otherwise: bigint): bigint {
  const expr: Expr | undefined = node?.expr;
  if (expr?.kind !== 'literal' || expr.type !== 'int') return otherwise;
  return expr.value < 0n ? 0n : expr.value;
}
