import { calculate, negate } from './arithmetic.ts';
import type { CallExpr, ComprehensionExpr, Expr, SelectExpr, StructExpr } from './ast.ts';
import { boolOrUnknown, compareValues, equals } from './compare.ts';
import { type Cost, type CostMeter, exactCost } from './costMeter.ts';
import { isPatchedObject } from './declarations.ts';
import {
  beginsWithCondition,
  isAttribute,
  isIndex,
  isPrecomputed,
  isSetMembership,
  typeNames,
} from './evaluationShape.ts';
import { callFunction } from './functions.ts';
import { at, contains, indexed, selected } from './lookup.ts';
import { callCost } from './runtimeCost.ts';
import {
  bool,
  type CelList,
  type CelMap,
  type CelValue,
  failure,
  isValue,
  keyOf,
  list,
  noOverload,
  type Outcome,
  string,
  unknown,
} from './values.ts';

/** What evaluations may still take; beyond it the outcome is unknown. */
export interface Budget {
  /** The remaining steps of all evaluations. */
  steps: number;
  /** Counts the cost; undefined if nothing limits it. */
  readonly cost?: CostMeter | undefined;
  /** Whether maps are iterated in the opposite order. */
  readonly reversesMaps?: boolean;
  /** Set when a map with several keys was iterated, whose order the server does not define. */
  iteratesMaps?: boolean;
}

/** The variables that an expression finds: by name, the innermost first. */
export interface Bindings {
  readonly values: ReadonlyMap<string, Outcome>;
  readonly outer?: Bindings;
}

/** Evaluates an expression that compiled. Source: cel-go interpreter/interpretable.go. */
export function evaluate(expr: Expr, bindings: Bindings, budget: Budget): Outcome {
  if (expr.kind === 'literal') return expr;
  budget.steps--;
  if (budget.steps < 0 || budget.cost?.isOver === true) return unknown;
  switch (expr.kind) {
    case 'ident': {
      const value = find(expr.name, bindings);
      if (value !== undefined) budget.cost?.add(unitCost);
      return value ?? typeNamed(expr.name);
    }
    case 'select':
      return select(expr, bindings, budget);
    case 'call':
      return call(expr, bindings, budget);
    case 'list':
      if (!isPrecomputed(expr)) budget.cost?.add(listCost);
      return listOf(expr.elements, bindings, budget);
    case 'map':
      if (!isPrecomputed(expr)) budget.cost?.add(mapCost);
      return mapOf(expr.entries, bindings, budget);
    case 'struct':
      budget.cost?.add(structCost);
      return structOf(expr, bindings, budget);
    case 'comprehension':
      return fold(expr, bindings, budget);
  }
}

// Source: cel-go interpreter/runtimecost.go.
const unitCost = exactCost(1);
const [listCost, mapCost, structCost] = [exactCost(10), exactCost(30), exactCost(40)];

/** A field costs 1, and so does the path that begins with a value; a test of a presence costs 1 less. */
function select({ operand, field, test }: SelectExpr, bindings: Bindings, budget: Budget): Outcome {
  const value = evaluate(operand, bindings, budget);
  if (!isValue(value)) {
    if (test) budget.cost?.add(exactCost(-1));
    return value;
  }
  const result = selected(value, field, test);
  if (value.type !== 'optional' || isPresent(result)) budget.cost?.add(unitCost);
  budget.cost?.add(exactCost((isAttribute(operand) ? 0 : 1) - (test ? 1 : 0)));
  return result;
}

function isPresent(outcome: Outcome): boolean {
  return outcome.type !== 'optional' || outcome.value !== undefined;
}

/** `a[b]`, `a[?b]`, `a.?b`. */
function index({ name, args: [operand, at] }: CallExpr, bindings: Bindings, budget: Budget): Outcome {
  if (operand === undefined || at === undefined) return unknown;
  const value = evaluate(operand, bindings, budget);
  if (!isValue(value)) return value;
  const key = evaluate(at, bindings, budget);
  if (!isValue(key)) return key;
  const result = operator(name, [value, key]) ?? unknown;
  const isCounted = isPrecomputed(at) || !isAttribute(at) || beginsWithCondition(at);
  if (isCounted && isPresent(result)) budget.cost?.add(unitCost);
  if (!isAttribute(operand)) budget.cost?.add(unitCost);
  return result;
}

function find(name: string, bindings: Bindings | undefined): Outcome | undefined {
  for (let scope = bindings; scope !== undefined; scope = scope.outer) {
    const value = scope.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function typeNamed(name: string): Outcome {
  return typeNames.has(name) ? { type: 'type', name } : unknown;
}

function call(expr: CallExpr, bindings: Bindings, budget: Budget): Outcome {
  const { name, args } = expr;
  const [first, second, third] = args;
  if ((name === '_&&_' || name === '_||_') && first !== undefined && second !== undefined) {
    return logical(name === '_||_', first, second, bindings, budget);
  }
  if (name === '_?_:_' && first !== undefined) {
    const condition = evaluate(first, bindings, budget);
    if (condition.type !== 'bool') return isValue(condition) ? noOverload : condition;
    const branch = condition.value ? second : third;
    if (branch === undefined) return unknown;
    // A path is continued, which saves the cost of its beginning.
    if (isAttribute(branch) && !beginsWithCondition(branch) && !(branch.kind === 'select' && branch.test))
      budget.cost?.add(exactCost(-1));
    return evaluate(branch, bindings, budget);
  }
  if (isIndex(expr)) return index(expr, bindings, budget);
  if (name === '@not_strictly_false' && first !== undefined) {
    const value = evaluate(first, bindings, budget);
    budget.cost?.add(unitCost);
    return value.type === 'bool' ? value : bool(true);
  }
  if ((name === 'or' || name === 'orValue') && expr.target !== undefined && first !== undefined) {
    const held = evaluate(expr.target, bindings, budget);
    if (!isValue(held)) return held;
    if (held.type !== 'optional') return noOverload;
    // A default expression is evaluated only if the optional is empty.
    if (held.value === undefined) return evaluate(first, bindings, budget);
    return name === 'or' ? held : held.value;
  }
  const target = expr.target === undefined ? undefined : namespaceOf(expr.target, bindings);
  if (target !== undefined) return callWith(`${target}.${name}`, expr, args, bindings, budget);
  return callWith(name, expr, expr.target === undefined ? args : [expr.target, ...args], bindings, budget);
}

/** `a.b` where it can only be the name of a library, as in `sets.contains(…)`. */
function namespaceOf(target: Expr, bindings: Bindings): string | undefined {
  if (target.kind !== 'ident' || find(target.name, bindings) !== undefined) return undefined;
  return typeNames.has(target.name) ? undefined : target.name;
}

function callWith(name: string, expr: CallExpr, args: readonly Expr[], bindings: Bindings, budget: Budget): Outcome {
  const values: CelValue[] = [];
  /** The arguments as their sizes count; an error has the size 1. */
  const sized: CelValue[] = [];
  let trouble: Outcome | undefined;
  for (const arg of args) {
    const value = evaluate(arg, bindings, budget);
    sized.push(isValue(value) ? value : { type: 'null_type', value: null });
    if (isValue(value)) values.push(value);
    else if (trouble?.type !== 'error') trouble = value;
  }
  if (trouble !== undefined) {
    if (budget.cost !== undefined) budget.cost.add(costOfCall(name, expr, sized, trouble, budget.cost));
    return trouble;
  }
  const size = values.reduce((sum, value) => sum + sizeOf(value), 0);
  // Joining lists copies them, which takes less than a step for each item.
  budget.steps -= name === '_+_' ? size / 20 : size;
  if (budget.steps < 0) return unknown;
  const result = operator(name, values) ?? callFunction(name, values);
  if (budget.cost !== undefined) budget.cost.add(costOfCall(name, expr, values, result, budget.cost));
  return result;
}

function costOfCall(
  name: string,
  expr: CallExpr,
  values: readonly CelValue[],
  result: Outcome,
  { resolvedCall, rules }: CostMeter,
): Cost {
  if (isPrecomputed(expr) || isSetMembership(expr, resolvedCall)) return exactCost(0);
  const cost = callCost(name, resolvedCall(expr), values, result, rules);
  // With three arguments, the server stops at the first error.
  return isValue(result) || values.length < 3 ? cost : { ...cost, min: 0 };
}

/** The number of elements that a function may visit, for the budget. */
function sizeOf(value: CelValue): number {
  if (value.type === 'string') return Math.ceil(value.value.length / 10);
  return value.type === 'list' ? value.items.length : 0;
}

const sameName = /^_([-+*/%])_$/;

function operator(name: string, [celValue, other]: readonly CelValue[]): Outcome | undefined {
  if (celValue === undefined) return undefined;
  if (name === '!_') return celValue.type === 'bool' ? bool(!celValue.value) : noOverload;
  if (name === '-_') return negate(celValue);
  if (other === undefined) return undefined;
  switch (name) {
    case '_==_':
      return boolOrUnknown(equals(celValue, other));
    case '_!=_': {
      const equal = equals(celValue, other);
      return boolOrUnknown(equal === undefined ? undefined : !equal);
    }
    case '_<_':
      return ordered(celValue, other, (order) => order < 0);
    case '_<=_':
      return ordered(celValue, other, (order) => order <= 0);
    case '_>_':
      return ordered(celValue, other, (order) => order > 0);
    case '_>=_':
      return ordered(celValue, other, (order) => order >= 0);
    case '@in':
      return contains(other, celValue);
    case '_[_]':
      return indexed(celValue, other);
    case '_[?_]':
      return at(celValue, other);
    case '_?._':
      return at(celValue, other);
    default: {
      const operation = sameName.exec(name)?.[1];
      if (operation === '+' || operation === '-' || operation === '*' || operation === '/' || operation === '%') {
        return calculate(operation, celValue, other);
      }
      return undefined;
    }
  }
}

function ordered(celValue: CelValue, other: CelValue, test: (order: number) => boolean): Outcome {
  const order = compareValues(celValue, other);
  if (Number.isNaN(order)) return failure('NaN values cannot be ordered');
  return order === undefined ? noOverload : bool(test(order));
}

/** Either side decides alone if it can, even if the other is an error. */
function logical(decisive: boolean, left: Expr, right: Expr, bindings: Bindings, budget: Budget): Outcome {
  const outcome = evaluate(left, bindings, budget);
  if (outcome.type === 'bool' && outcome.value === decisive) return outcome;
  const other = evaluate(right, bindings, budget);
  if (other.type === 'bool' && other.value === decisive) return other;
  if (outcome.type === 'unknown' || other.type === 'unknown') return unknown;
  if (outcome.type === 'bool' && other.type === 'bool') return bool(!decisive);
  if (outcome.type === 'error') return outcome;
  return other.type === 'error' ? other : noOverload;
}

function listOf(
  elements: readonly { readonly value: Expr; readonly optional: boolean }[],
  bindings: Bindings,
  budget: Budget,
): Outcome {
  const items: CelValue[] = [];
  for (const { value, optional } of elements) {
    const item = evaluate(value, bindings, budget);
    if (!isValue(item)) return item;
    if (!optional) items.push(item);
    else if (item.type !== 'optional') return noOverload;
    else if (item.value !== undefined) items.push(item.value);
  }
  return list(items);
}

function mapOf(
  parts: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[],
  bindings: Bindings,
  budget: Budget,
): Outcome {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  for (const part of parts) {
    const key = evaluate(part.key, bindings, budget);
    const value = evaluate(part.value, bindings, budget);
    if (!isValue(key)) return key;
    if (!isValue(value)) return value;
    const name = keyOf(key);
    if (name === undefined) return failure('unsupported key type');
    const kept = part.optional && value.type === 'optional' ? value.value : value;
    if (kept === undefined) continue;
    if (entries.has(name)) return failure('Failed with repeated key');
    entries.set(name, [key, kept]);
  }
  return { type: 'map', entries };
}

/** The objects and patches that mutations make; other messages are not known here. What they have is not compared. */
function structOf({ type, fields }: StructExpr, bindings: Bindings, budget: Budget): Outcome {
  const struct = type.startsWith('.') ? type.slice(1) : type;
  if (struct !== 'JSONPatch' && !isPatchedObject(struct)) return unknown;
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  for (const { name, value, optional } of fields) {
    const found = evaluate(value, bindings, budget);
    if (!isValue(found)) return found;
    if (optional && found.type !== 'optional') return noOverload;
    const kept = optional && found.type === 'optional' ? found.value : found;
    if (kept !== undefined) entries.set(`s${name}`, [string(name), kept]);
  }
  return { type: 'map', entries, struct, partial: true };
}

function fold(expr: ComprehensionExpr, bindings: Bindings, budget: Budget): Outcome {
  const range = evaluate(expr.range, bindings, budget);
  if (!isValue(range)) return range;
  if (range.type !== 'list' && range.type !== 'map') return noOverload;
  let accumulated = evaluate(expr.init, bindings, budget);
  const pairs = pairsOf(range, budget);
  for (const [key, value] of pairs) {
    const state = within(expr.accumulator, accumulated, bindings);
    // The condition of a quantifier is a call or two of the accumulator, which cost the same for an error.
    if (state === undefined) budget.cost?.add({ min: 1, max: 4 });
    const isDone = state === undefined ? undefined : evaluate(expr.condition, state, budget);
    if (isDone?.type === 'bool' && !isDone.value) break;
    const single = range.type === 'list' ? value : key;
    const values = new Map<string, CelValue>([[expr.variable, expr.variable2 === undefined ? single : key]]);
    if (expr.variable2 !== undefined) values.set(expr.variable2, value);
    accumulated = step(expr, accumulated, { values, outer: state ?? bindings }, budget);
    if (accumulated.type === 'unknown') return unknown;
  }
  const result = within(expr.accumulator, accumulated, bindings);
  // The server may have added keys to the map, unless the known ones decide.
  if (range.type === 'map' && range.partial === true && range.mayHave !== undefined) {
    const isDone = result === undefined ? undefined : evaluate(expr.condition, result, budget);
    if (isDone?.type !== 'bool' || isDone.value) return unknown;
  }
  if (result !== undefined) return evaluate(expr.result, result, budget);
  budget.cost?.add(unitCost);
  return accumulated;
}

type Pair = readonly [CelValue, CelValue];

function pairsOf(range: CelList | CelMap, budget: Budget): readonly Pair[] {
  if (range.type === 'list') return range.items.map((item, i): Pair => [{ type: 'int', value: BigInt(i) }, item]);
  const pairs = [...range.entries.values()];
  if (pairs.length > 1) budget.iteratesMaps = true;
  return budget.reversesMaps === true ? pairs.toReversed() : pairs;
}

/** One round of a loop; quantifiers go on after an error, as another element may still decide. */
function step(expr: ComprehensionExpr, accumulated: Outcome, bindings: Bindings, budget: Budget): Outcome {
  if (isValue(accumulated)) return evaluate(expr.step, bindings, budget);
  const next = expr.step.kind === 'call' && (expr.step.name === '_&&_' || expr.step.name === '_||_');
  const predicate = next && expr.step.kind === 'call' ? expr.step.args[1] : undefined;
  if (predicate === undefined) return accumulated;
  budget.cost?.add(unitCost);
  const value = evaluate(predicate, bindings, budget);
  const decisive = expr.step.kind === 'call' && expr.step.name === '_||_';
  return value.type === 'unknown' || (value.type === 'bool' && value.value === decisive) ? value : accumulated;
}

function within(name: string, value: Outcome, outer: Bindings): Bindings | undefined {
  return isValue(value) ? { values: new Map([[name, value]]), outer } : undefined;
}
