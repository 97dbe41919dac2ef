import type { CallExpr, ComprehensionExpr, Expr } from '../ast.ts';
import type { Checked } from '../check.ts';
import type { Overload } from '../environment.ts';
import type { Type } from '../type.ts';
import { unwrapOptional } from '../type.ts';
import { callCost } from './callCost.ts';
import { appended, namesOf, noPath, pathOf, type SharedPath } from './fieldPath.ts';
import { type CostNode, type CostRules, listBase, mapBase, messageBase, type Sizes } from './operands.ts';
import { fixedSize, joinSizes, maxUint, product, type Size, sum, unknownSize } from './range.ts';

// Source: cel-go checker/cost.go; the cost of presence tests: k8s.io/apiserver pkg/cel/environment/base.go.

/** The maximum sizes of the entries of a list or map. */
interface EntrySizes {
  readonly isList: boolean;
  readonly key: Size;
  readonly value: Size;
}

interface Variable {
  readonly path: SharedPath;
  readonly size: Size | undefined;
  readonly entries: EntrySizes | undefined;
}

/** The size of the value at a path of names, the first of them a variable; undefined if unknown. */
export type SizeAt = (names: readonly string[]) => Size | undefined;

/** The maximum cost of a compiled expression. */
export function maxCost(root: Expr, checked: Checked, sizeAt: SizeAt, rules: CostRules): bigint {
  return new Coster(checked, sizeAt, rules).cost(root);
}

/** Adds up the costs of the parts of an expression. */
class Coster implements Sizes {
  readonly rules: CostRules;
  readonly #checked: Checked;
  readonly #sizeAt: SizeAt;
  readonly #paths = new Map<Expr, SharedPath>();
  readonly #sizes = new Map<Expr, Size>();
  readonly #entrySizes = new Map<Expr, EntrySizes>();
  readonly #variables = new Map<string, Variable[]>();

  constructor(checked: Checked, sizeAt: SizeAt, rules: CostRules) {
    this.#checked = checked;
    this.#sizeAt = sizeAt;
    this.rules = rules;
  }

  /** The cost of a part; also records its size and path. */
  cost(expr: Expr): bigint {
    switch (expr.kind) {
      case 'literal':
        return 0n;
      case 'ident':
        return this.#identCost(expr, expr.name);
      case 'select':
        return this.#selectCost(expr);
      case 'call':
        return this.#callCost(expr);
      case 'list':
        return this.#listCost(expr);
      case 'map':
        return this.#mapCost(expr);
      case 'struct':
        return expr.fields.reduce((total, { value }) => sum(total, this.cost(value)), messageBase);
      case 'comprehension':
        return isBinding(expr) ? this.#bindingCost(expr) : this.#loopCost(expr);
    }
  }

  declaredSize(path: SharedPath): Size | undefined {
    return path.length === 0 ? undefined : this.#sizeAt(namesOf(path));
  }

  /** The joined entry sizes of both parts become those of a call's result. */
  joinEntries(call: Expr, costNode: CostNode, other: CostNode): void {
    const [left, right] = [this.#entriesOf(costNode.expr), this.#entriesOf(other.expr)];
    if (left === undefined || right === undefined) return;
    const [key, value] = [joinSizes(left.key, right.key), joinSizes(left.value, right.value)];
    this.#entrySizes.set(call, { isList: left.isList, key, value });
  }

  #identCost(expr: Expr, name: string): bigint {
    this.#paths.set(expr, this.#variable(name)?.path ?? pathOf(name));
    return 1n;
  }

  #selectCost(expr: Expr & { readonly kind: 'select' }): bigint {
    const global = this.#checked.globalName(expr);
    if (global !== undefined) return this.#identCost(expr, global);
    const cost = this.cost(expr.operand);
    if (expr.test) return cost;
    const { kind } = this.#checked.typeOf(expr.operand);
    this.#paths.set(expr, appended(this.#pathOf(expr.operand), expr.field));
    return kind === 'map' || kind === 'struct' ? sum(cost, 1n) : cost;
  }

  #callCost(expr: CallExpr): bigint {
    const resolved = this.#checked.resolvedCall(expr);
    const [first] = expr.args;
    if (expr.name === 'dyn' && first !== undefined) {
      const cost = this.cost(first);
      this.#copySizes(expr, first);
      return sum(cost, 1n);
    }
    const args = expr.args.map((arg) => ({ cost: this.cost(arg), node: this.#node(arg) }));
    if (resolved === undefined) return 0n;
    const { name, overloads } = resolved;
    const target = resolved.member ? expr.target : undefined;
    const targetCost = target === undefined ? 0n : this.cost(target);
    const operands = {
      call: expr,
      name,
      target: target === undefined ? undefined : this.#node(target),
      args: args.map(({ node }) => node),
      costs: args.map(({ cost }) => cost),
    };
    let max = 0n;
    let size: Size | undefined;
    for (const overload of overloads) {
      const found = callCost(operands, overload, this);
      if (found.cost > max) max = found.cost;
      if (found.size !== undefined) size = size === undefined ? found.size : joinSizes(size, found.size);
      size = this.#indexed(expr, name, overload, size);
    }
    this.#setSize(expr, size);
    return sum(targetCost, max);
  }

  /** Records the path of an element, and the known size of a call's result. */
  #indexed(expr: CallExpr, name: string, overload: Overload, size: Size | undefined): Size | undefined {
    const [first] = expr.args;
    const container = overload.args[0]?.kind;
    let found = size;
    if (name === '_[_]' && first !== undefined && (container === 'list' || container === 'map')) {
      found = this.#entriesOf(first)?.value;
      this.#paths.set(expr, appended(this.#pathOf(first), container === 'list' ? '@items' : '@values'));
    }
    return found ?? this.#computedSize(expr);
  }

  #listCost(expr: Expr & { readonly kind: 'list' }): bigint {
    let cost = listBase;
    let value: Size = { min: expr.elements.length === 0 ? 0n : maxUint, max: 0n };
    for (const element of expr.elements) {
      cost = sum(cost, this.cost(element.value));
      value = joinSizes(value, this.#sizeOrUnknown(element.value));
    }
    this.#entrySizes.set(expr, { isList: true, key: fixedSize(1), value });
    return cost;
  }

  #mapCost(expr: Expr & { readonly kind: 'map' }): bigint {
    let cost = mapBase;
    const none: Size = { min: expr.entries.length === 0 ? 0n : maxUint, max: 0n };
    let [key, value] = [none, none];
    for (const entry of expr.entries) {
      cost = sum(cost, sum(this.cost(entry.key), this.cost(entry.value)));
      key = joinSizes(key, this.#sizeOrUnknown(entry.key));
      value = joinSizes(value, this.#sizeOrUnknown(entry.value));
    }
    this.#entrySizes.set(expr, { isList: false, key, value });
    return cost;
  }

  #loopCost(expr: ComprehensionExpr): bigint {
    let cost = sum(this.cost(expr.range), this.cost(expr.init));
    this.#pushNamed(expr.accumulator, expr.init);
    if (expr.variable2 === undefined) this.#pushSingle(expr.variable, expr.range);
    else {
      this.#pushPart(expr.variable, expr.range, 'key');
      this.#pushPart(expr.variable2, expr.range, 'value');
    }
    const condition = this.cost(expr.condition);
    const step = this.cost(expr.step);
    this.#pop(expr.variable);
    if (expr.variable2 !== undefined) this.#pop(expr.variable2);
    cost = sum(cost, this.cost(expr.result));
    this.#pop(expr.accumulator);
    const times = this.#sizeOrUnknown(expr.range);
    cost = sum(cost, product(times.max, sum(step, condition)));
    if (expr.init.kind === 'literal') this.#setSize(expr, this.#computedSize(expr.init));
    else if (expr.init.kind === 'list' || expr.init.kind === 'map') {
      this.#setSize(expr, times);
      this.#setEntries(expr, this.#entriesOf(expr.step));
    }
    return cost;
  }

  #bindingCost(expr: ComprehensionExpr): bigint {
    const cost = sum(this.cost(expr.range), this.cost(expr.init));
    this.#pushNamed(expr.accumulator, expr.init);
    const result = this.cost(expr.result);
    this.#pop(expr.accumulator);
    this.#copySizes(expr, expr.result);
    return sum(cost, result);
  }

  #pushNamed(name: string, value: Expr): void {
    const [path, entries] = [this.#pathOf(value), this.#entriesOf(value)];
    this.#push(name, { path, size: this.#computedSize(value), entries });
  }

  #pushSingle(name: string, range: Expr): void {
    this.#pushPart(name, range, this.#isList(range) ? 'value' : 'key');
  }

  #pushPart(name: string, range: Expr, part: 'key' | 'value'): void {
    const size = this.#entriesOf(range)?.[part];
    const ofList = part === 'key' ? '@indices' : '@items';
    const ofMap = part === 'key' ? '@keys' : '@values';
    const path = appended(this.#pathOf(range), this.#isList(range) ? ofList : ofMap);
    this.#push(name, { path, size, entries: undefined });
  }

  #isList(range: Expr): boolean {
    return this.#entriesOf(range)?.isList ?? this.#checked.typeOf(range).kind === 'list';
  }

  #push(name: string, variable: Variable): void {
    const stack = this.#variables.get(name) ?? [];
    stack.push(variable);
    this.#variables.set(name, stack);
  }

  #pop(name: string): void {
    this.#variables.get(name)?.pop();
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.get(name)?.at(-1);
  }

  #variableOf(expr: Expr): Variable | undefined {
    return expr.kind === 'ident' ? this.#variable(expr.name) : undefined;
  }

  #pathOf(expr: Expr): SharedPath {
    return this.#variableOf(expr)?.path ?? this.#paths.get(expr) ?? noPath;
  }

  #node(expr: Expr): CostNode {
    return {
      expr,
      type: this.#checked.typeOf(expr),
      path: this.#pathOf(expr),
      computed: this.#computedSize(expr),
    };
  }

  #sizeOrUnknown(expr: Expr): Size {
    return this.#computedSize(expr) ?? unknownSize;
  }

  #computedSize(expr: Expr): Size | undefined {
    const known = this.#sizes.get(expr) ?? writtenSize(expr);
    if (known !== undefined) return known;
    const type = this.#checked.typeOf(expr);
    const declared = this.declaredSize(this.#pathOf(expr));
    if (declared !== undefined) {
      this.#sizes.set(expr, declared);
      return declared;
    }
    return isScalar(type) ? fixedSize(1) : this.#variableOf(expr)?.size;
  }

  #entriesOf(expr: Expr | undefined): EntrySizes | undefined {
    if (expr === undefined) return undefined;
    return this.#entrySizes.get(expr) ?? this.#variableOf(expr)?.entries;
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#computedSize(from));
    this.#setEntries(to, this.#entriesOf(from));
  }

  #setSize(expr: Expr, size: Size | undefined): void {
    if (size !== undefined) this.#sizes.set(expr, size);
  }

  #setEntries(expr: Expr, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.#entrySizes.set(expr, entries);
  }
}

/** A loop over an empty list that only binds a name: `isBind`. */
function isBinding({ range, condition }: ComprehensionExpr): boolean {
  const isEmpty = range.kind === 'list' && range.elements.length === 0;
  return isEmpty && condition.kind === 'literal' && condition.value === false;
}

/** The size of a literal constant, list or map. */
function writtenSize(expr: Expr): Size | undefined {
  switch (expr.kind) {
    case 'literal':
      if (expr.type === 'string') return fixedSize([...expr.value].length);
      return fixedSize(expr.type === 'bytes' ? expr.value.length : 1);
    case 'list':
      return fixedSize(expr.elements.length);
    case 'map':
      return fixedSize(expr.entries.length);
    default:
      return undefined;
  }
}

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

function isScalar(type: Type): boolean {
  const held = unwrapOptional(type);
  return held === undefined ? scalars.has(type.kind) : isScalar(held);
}
