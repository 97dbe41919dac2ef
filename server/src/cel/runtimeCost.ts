import type { ResolvedCall } from './check.ts';
import { cheapFunctions, longestFormat } from './cost/cheapFunctions.ts';
import { type CostRules, perCharacter, perPatternCharacter } from './cost/operands.ts';
import { type Cost, exactCost } from './costMeter.ts';
import type { CelValue, Outcome } from './values.ts';

/**
 * The cost of a call with these arguments. Several functions cost more than 1 only if the checker found their
 * signature. Source: cel-go interpreter/runtimecost.go, costCall.
 */
export function callCost(
  name: string,
  resolved: ResolvedCall | undefined,
  values: readonly CelValue[],
  result: Outcome,
  rules: CostRules,
): Cost {
  const sizes = values.map(sizeOf);
  const [overload, ...others] = resolved?.overloads ?? [];
  const kind = overload !== undefined && others.length === 0 ? (overload.args[0]?.kind ?? 'none') : undefined;
  return (
    (kind === undefined ? undefined : listCost(name, sizes, values, result)) ??
    libraryCost(name, sizes, values, result, rules) ??
    standardCost(name, kind, overload?.member === true, sizes, rules)
  );
}

/** Source: cel-go ext/sets.go and ext/lists.go. */
function listCost(
  name: string,
  [first = oneUnit, second = oneUnit]: readonly Cost[],
  values: readonly CelValue[],
  result: Outcome,
): Cost | undefined {
  switch (name) {
    case 'sets.contains':
    case 'sets.intersects':
      return bounds((isMin) => 1 + of(first, isMin) * of(second, isMin));
    case 'sets.equivalent':
      return bounds((isMin) => 1 + 2 * of(first, isMin) * of(second, isMin));
    case 'slice':
    case 'lists.range':
    case 'reverse':
      return result.type === 'list' ? exactCost(listCall + result.items.length) : undefined;
    case 'flatten': {
      const depth = values[1]?.type === 'int' ? Math.max(1, Number(values[1].value)) : 1;
      return bounds((isMin) => listCall + Math.floor(depth * of(first, isMin)));
    }
    case 'distinct':
    case 'sort':
      return comparedWithItself(values[0]);
    case '@sortByAssociatedKeys':
      return comparedWithItself(values[1]);
    default:
      return undefined;
  }
}

/** A call that makes a list. */
const listCall = 11;

function comparedWithItself(value: CelValue | undefined): Cost | undefined {
  if (value?.type !== 'list') return undefined;
  const [item] = value.items;
  const factor = item?.type === 'string' || item?.type === 'bytes' ? 2 + perCharacter : 2;
  return exactCost(listCall + Math.floor(value.items.length ** 2 * factor));
}

/** Source: k8s.io/apiserver pkg/cel/library/cost.go, CallCost. */
function libraryCost(
  name: string,
  [first = oneUnit, second = oneUnit]: readonly Cost[],
  values: readonly CelValue[],
  result: Outcome,
  rules: CostRules,
): Cost | undefined {
  if (cheapFunctions.has(name)) return oneUnit;
  switch (name) {
    case 'includes':
      return rules.includes ? traversed(values[0]) : undefined;
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      return traversed(values[0]);
    case 'ip':
      if (values[0]?.type === 'cidr') return oneUnit;
      return passing(first);
    case 'url':
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
    case 'jsonpatch.escapeKey':
    case 'cidr':
    case 'isIP':
    case 'isCIDR':
    case 'quantity':
    case 'isQuantity':
    case 'semver':
    case 'isSemver':
      return passing(first);
    case 'replace':
    case 'split':
    case 'ip.isCanonical':
      return passing(first, 2);
    case 'join':
      return result.type === 'string' ? passing(sizeOf(result), 2) : undefined;
    case 'find':
    case 'findAll':
      return matching(first, second);
    case 'containsIP':
      return bounds((isMin) => scaled(2 * of(first, isMin)) + parsed(values[1], of(second, isMin)));
    case 'containsCIDR':
      return bounds(
        (isMin) => scaled(2 * of(first, isMin)) + scaled(of(first, isMin)) + 1 + parsed(values[1], of(second, isMin)),
      );
    case 'validate': {
      const text = (isMin: boolean) => scaled(1 + of(second, isMin));
      // The patterns of formats differ in length.
      return bounds((isMin) => text(isMin) * (isMin ? 1 : Math.ceil(longestFormat * perPatternCharacter)));
    }
    case '_==_':
      return values[0] !== undefined && comparedAtOnce.has(values[0].type) ? oneUnit : undefined;
    default:
      return undefined;
  }
}

const comparedAtOnce: ReadonlySet<string> = new Set(['quantity', 'ip', 'cidr', 'format', 'url', 'semver']);

function standardCost(
  name: string,
  kind: string | undefined,
  isMember: boolean,
  [first = oneUnit, second = oneUnit]: readonly Cost[],
  rules: CostRules,
): Cost {
  if (name === '_==_' || name === '_!=_') return smaller(first, second);
  if (kind === undefined) return oneUnit;
  switch (name) {
    case 'startsWith':
    case 'endsWith':
      return passing(rules.byPrefix ? second : first);
    case 'bytes':
      return kind === 'string' ? passing(first) : oneUnit;
    case 'string':
      return kind === 'bytes' ? passing(first) : oneUnit;
    case 'strings.quote':
    case 'format':
      return passing(first);
    case '@in':
      return second;
    case '_<_':
    case '_>_':
    case '_<=_':
    case '_>=_':
      return kind === 'string' || kind === 'bytes' ? smaller(first, second) : oneUnit;
    case '_+_':
      if (kind !== 'string' && kind !== 'bytes') return oneUnit;
      return bounds((isMin) => scaled(of(first, isMin) + of(second, isMin)));
    case 'matches':
      return isMember || rules.globalMatches ? matching(first, second) : oneUnit;
    case 'contains':
      return bounds((isMin) => scaled(of(first, isMin)) * scaled(of(second, isMin)));
    default:
      return oneUnit;
  }
}

const oneUnit = exactCost(1);

function bounds(cost: (isMin: boolean) => number): Cost {
  return { min: cost(true), max: cost(false) };
}

function of({ min, max }: Cost, isMin: boolean): number {
  return isMin ? min : max;
}

function scaled(size: number, times = 1): number {
  return Math.ceil(size * times * perCharacter);
}

function passing(size: Cost, times = 1): Cost {
  return bounds((isMin) => scaled(of(size, isMin), times));
}

function smaller(left: Cost, right: Cost): Cost {
  return bounds((isMin) => scaled(Math.min(of(left, isMin), of(right, isMin))));
}

function matching(text: Cost, pattern: Cost): Cost {
  return bounds((isMin) => scaled(1 + of(text, isMin)) * Math.ceil(of(pattern, isMin) * perPatternCharacter));
}

/** A text instead of an address is parsed first. */
function parsed(value: CelValue | undefined, size: number): number {
  return value?.type === 'string' ? scaled(size) : 0;
}

/** Fields that the server may have besides the known ones. */
const maxFurther = 1_000;

/** Source: cel-go interpreter/runtimecost.go, actualSize. */
function sizeOf(value: CelValue): Cost {
  switch (value.type) {
    case 'string':
      return exactCost(characters(value.value));
    case 'bytes':
      return exactCost(value.value.length);
    case 'list':
      return exactCost(value.items.length);
    case 'map': {
      const { size } = value.entries;
      return value.partial === true ? { min: size, max: size + maxFurther } : exactCost(size);
    }
    case 'optional':
      return value.value === undefined ? oneUnit : sizeOf(value.value);
    case 'ip':
      return { min: 4, max: 16 };
    case 'cidr':
      return exactCost(Math.ceil(value.prefix / 8));
    default:
      return oneUnit;
  }
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Source: k8s.io/apiserver pkg/cel/library/cost.go, traversalCost. */
function traversed(value: CelValue | undefined): Cost {
  switch (value?.type) {
    case 'string':
      // Here the server counts bytes.
      return { min: Math.floor(value.value.length * perCharacter), max: Math.ceil(value.value.length * 0.4) };
    case 'list':
      return value.items.map(traversed).reduce(sum, exactCost(0));
    case 'map':
      return [...value.entries.values()]
        .flatMap(([key, item]) => [traversed(key), traversed(item)])
        .reduce(sum, { min: 0, max: value.partial === true ? maxFurther : 0 });
    default:
      return oneUnit;
  }
}

function sum(left: Cost, right: Cost): Cost {
  return { min: left.min + right.min, max: left.max + right.max };
}
