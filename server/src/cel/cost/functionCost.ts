import type { Overload } from '../environment.ts';
import { paramsOf, type Type } from '../type.ts';
import { cheapFunctions, longestFormat } from './cheapFunctions.ts';
import { appended, namesOf, noPath, type SharedPath } from './fieldPath.ts';
import {
  type CallCost,
  type CostNode,
  listBase,
  messageBase,
  type Operands,
  perCharacter,
  perPatternCharacter,
  type Sizes,
  sizeOf,
} from './operands.ts';
import { addSizes, fixedSize, multiplySizes, product, type Size, scaled, sum } from './range.ts';
import { replacedSize } from './replacedSize.ts';

// Source: k8s.io/apiserver pkg/cel/library/cost.go, EstimateCallCost.

/** The cost of a function by Kubernetes' estimator; undefined if cel-go estimates it. */
export function functionCost(operands: Operands, overload: Overload, sizes: Sizes): CallCost | undefined {
  const { name, target, args } = operands;
  if (cheapFunctions.has(name)) return { cost: 1n };
  const [first] = args;
  const size = (node: CostNode): Size => sizeOf(node, sizes);
  if (target !== undefined) {
    const found = memberCost(name, target, args, sizes);
    if (found !== undefined) return found;
  }
  switch (name) {
    case 'check':
      return { cost: 350_000n };
    case 'ip':
      if (target !== undefined) return { cost: 1n };
      return first === undefined ? undefined : passing(size(first));
    case 'url':
    case 'jsonpatch.escapeKey':
      return first === undefined ? undefined : { ...passing(size(first)), size: size(first) };
    case 'cidr':
    case 'isIP':
    case 'isCIDR':
    case 'quantity':
    case 'isQuantity':
    case 'semver':
    case 'isSemver':
      return first === undefined ? undefined : passing(size(first));
    case 'ip.isCanonical':
      return first === undefined ? undefined : passing(size(first), 2);
    case 'fieldSelector':
    case 'labelSelector':
      return first === undefined ? undefined : selectorCost(size(first));
    case 'containsIP':
      return first === undefined ? undefined : addressCost(first, overload, 0n, sizes);
    case 'containsCIDR':
      return first === undefined ? undefined : addressCost(first, overload, 3n, sizes);
    case 'validate':
      if (first === undefined) return undefined;
      return { cost: scaled(passing(size(first)).cost, longestFormat * perPatternCharacter) };
    case '_==_':
      return equalityCost(args);
    default:
      return undefined;
  }
}

function memberCost(name: string, target: CostNode, args: readonly CostNode[], sizes: Sizes): CallCost | undefined {
  const [first, second] = args;
  const size = (node: CostNode): Size => sizeOf(node, sizes);
  switch (name) {
    case 'includes':
      return sizes.rules.includes ? searchCost(name, target, sizes) : undefined;
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      return searchCost(name, target, sizes);
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
      return { ...passing(size(target)), size: size(target) };
    case 'replace': {
      if (first === undefined || second === undefined) return undefined;
      return { ...passing(size(target), 2), size: replacedSize(size(target), size(first), size(second)) };
    }
    case 'split': {
      const limit = second?.expr?.kind === 'literal' && second.expr.type === 'int' ? second.expr.value : undefined;
      const upper = limit === undefined ? size(target).max : BigInt.asUintN(64, limit);
      return { ...passing(size(target), 2), size: { min: 0n, max: upper } };
    }
    case 'join': {
      const joined = joinedSize(target, first, sizes);
      return { ...passing(joined), size: joined };
    }
    case 'find':
    case 'findAll': {
      if (first === undefined) return undefined;
      const text = scaled(addSizes(size(target), fixedSize(1)).max, perCharacter);
      const cost = product(text, scaled(size(first).max, perPatternCharacter));
      return { cost, size: { min: 0n, max: size(target).max } };
    }
    default:
      return undefined;
  }
}

/** Comparing each item costs 1, and passing over it where it is a text. */
function searchCost(name: string, target: CostNode, sizes: Sizes): CallCost {
  const { max } = sizeOf(target, sizes);
  const item = itemOf(target);
  if (item === undefined) return name === 'includes' ? { cost: max } : { cost: scaled(max, perCharacter) };
  const isText = item.type.kind === 'string' || item.type.kind === 'bytes';
  return { cost: product(max, isText ? sum(1n, passing(sizeOf(item, sizes)).cost) : 1n) };
}

function joinedSize(target: CostNode, separator: CostNode | undefined, sizes: Sizes): Size {
  const count = sizeOf(target, sizes);
  const item = itemOf(target);
  const texts = item === undefined ? fixedSize(0) : multiplySizes(count, sizeOf(item, sizes));
  if (separator === undefined) return texts;
  const between = { min: count.min > 0n ? count.min - 1n : 0n, max: count.max > 0n ? count.max - 1n : 0n };
  return addSizes(texts, multiplySizes(sizeOf(separator, sizes), between));
}

/** The item of a list, or the first type parameter of another type. */
function itemOf({ type, path }: CostNode): CostNode | undefined {
  const [item] = paramsOf(type);
  return item === undefined ? undefined : { expr: undefined, type: item, path: itemPath(path), computed: undefined };
}

function itemPath(path: SharedPath): SharedPath {
  if (path.length === 0) return noPath;
  const names = namesOf(path);
  return appended({ memory: [...names], length: names.length, capacity: names.length }, '@items');
}

/** Addresses have 4 or 16 bytes; more passes over them, and one over a text that must be read first. */
function addressCost(other: CostNode, overload: Overload, more: bigint, sizes: Sizes): CallCost {
  const text = overload.args[1]?.kind === 'string' ? passing(sizeOf(other, sizes)).cost : 0n;
  return { cost: sum(scaled(32n, perCharacter) + more, text) };
}

/** A requirement takes two characters at least, and a struct and a list. */
function selectorCost({ max }: Size): CallCost {
  const requirements = scaled(scaled(max, 0.5), Number(listBase + messageBase));
  return { cost: sum(sum(listBase, scaled(max, perCharacter)), requirements) };
}

const comparedAtOnce = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver']);

function equalityCost([costNode, other]: readonly CostNode[]): CallCost | undefined {
  if (costNode === undefined || other === undefined) return undefined;
  const name = opaqueName(costNode.type);
  if (name === undefined || name !== opaqueName(other.type)) return undefined;
  if (comparedAtOnce.has(name) || name.startsWith('kubernetes.authorization.')) return { cost: 1n };
  if (name === 'kubernetes.NamedFormat') return { cost: scaled(64n, perCharacter) };
  return name === 'kubernetes.URL' ? { cost: scaled(other.computed?.max ?? 1n, perCharacter) } : undefined;
}

function opaqueName(type: Type): string | undefined {
  return type.kind === 'opaque' && type.params.length === 0 ? type.name : undefined;
}

function passing({ max }: Size, times = 1): CallCost {
  return { cost: scaled(max, times * perCharacter) };
}
