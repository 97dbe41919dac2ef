import type { Overload } from '../environment.ts';
import { functionCost } from './functionCost.ts';
import { listFunctionCost } from './listFunctionCost.ts';
import {
  type CallCost,
  type CostNode,
  type Operands,
  perCharacter,
  perPatternCharacter,
  type Sizes,
} from './operands.ts';
import { addSizes, fixedSize, joinSizes, maxOf, minOf, product, type Size, scaled, sum, unknownSize } from './range.ts';

// Source: cel-go checker/cost.go, functionCost.

/** The cost of a call by one of its signatures, including arguments. */
export function callCost(operands: Operands, overload: Overload, sizes: Sizes): CallCost {
  const { call, name, args, costs } = operands;
  const [first = 0n, second = 0n, third = 0n] = costs;
  if (name === '_&&_' || name === '_||_') return { cost: sum(first, second) };
  const [, costNode, other] = args;
  if (name === '_?_:_' && costNode !== undefined && other !== undefined) {
    sizes.joinEntries(call, costNode, other);
    const size = joinSizes(sizeOf(costNode), sizeOf(other));
    return { cost: sum(first, maxOf(second, third)), size };
  }
  const found =
    listFunctionCost(operands, sizes) ??
    functionCost(operands, overload, sizes) ??
    standardCost(operands, overload, sizes);
  return { cost: sum(costs.reduce(sum, 0n), found?.cost ?? 1n), size: found?.size };
}

function standardCost(operands: Operands, overload: Overload, sizes: Sizes): CallCost | undefined {
  const { call, name, target, args } = operands;
  const [first, second] = args;
  if (first === undefined) return undefined;
  const kind = overload.args[0]?.kind;
  switch (name) {
    case 'format':
      return target === undefined ? undefined : passing(target);
    case 'bytes':
      return kind === 'string' ? { ...passing(first), size: grown(first, 4n, 0n) } : undefined;
    case 'string': {
      const { min, max } = sizeOf(first);
      return kind === 'bytes' ? { ...passing(first), size: { min: min / 4n, max } } : undefined;
    }
    case 'strings.quote':
      return { ...passing(first), size: grown(first, 2n, 2n) };
    case 'startsWith':
    case 'endsWith':
      return passing(first);
    case '@in':
      return second !== undefined && overload.args[1]?.kind === 'list' ? { cost: sizeOf(second).max } : undefined;
    case 'matches':
      return target === undefined ? globalMatch(first, second, sizes) : match(target, first);
    case 'contains':
      return target === undefined ? undefined : { cost: product(passing(target).cost, passing(first).cost) };
    case '_+_':
      return second === undefined ? undefined : joining(call, kind, first, second, sizes);
    case '_==_':
    case '_!=_':
      return comparing(first, second);
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_':
      return kind === 'string' || kind === 'bytes' ? comparing(first, second) : undefined;
    default:
      return undefined;
  }
}

/** Its elements are counted in bits of 64, and wrap around as Go's do. */
function grown(node: CostNode, factor: bigint, more: bigint): Size {
  const { min, max } = sizeOf(node);
  return { min: BigInt.asUintN(64, min + more), max: BigInt.asUintN(64, max * factor + more) };
}

function passing(node: CostNode): CallCost {
  return { cost: scaled(sizeOf(node).max, perCharacter) };
}

function globalMatch(text: CostNode, pattern: CostNode | undefined, sizes: Sizes): CallCost | undefined {
  return pattern !== undefined && sizes.rules.globalMatches ? match(text, pattern) : undefined;
}

function match(text: CostNode, pattern: CostNode): CallCost {
  const length = addSizes(sizeOf(text), fixedSize(1));
  return { cost: product(scaled(length.max, perCharacter), scaled(sizeOf(pattern).max, perPatternCharacter)) };
}

function joining(
  call: Operands['call'],
  kind: string | undefined,
  costNode: CostNode,
  other: CostNode,
  sizes: Sizes,
): CallCost | undefined {
  if (kind !== 'string' && kind !== 'bytes' && kind !== 'list') return undefined;
  const size = addSizes(sizeOf(costNode), sizeOf(other));
  sizes.joinEntries(call, costNode, other);
  return { cost: kind === 'list' ? 1n : scaled(size.max, perCharacter), size };
}

function comparing(costNode: CostNode, other: CostNode | undefined): CallCost | undefined {
  if (other === undefined) return undefined;
  const [left, right] = [sizeOf(costNode).max, sizeOf(other).max];
  return { cost: scaled(minOf(left, right), perCharacter) };
}

function sizeOf({ computed }: CostNode): Size {
  return computed ?? unknownSize;
}
