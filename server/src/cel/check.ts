import type { CallExpr, ComprehensionExpr, Expr, IdentExpr, SelectExpr, StructExpr } from './ast.ts';
import type { Declarations, Environment, Overload } from './environment.ts';
import { instantiate } from './instance.ts';
import { isProtocolBufferName, qualifiedName } from './names.ts';
import type { CelProblem } from './parse.ts';
import { Scope } from './scope.ts';
import {
  boolType,
  dynType,
  errorType,
  intType,
  isEqualType,
  isHuge,
  listOf,
  mapOf,
  optionalOf,
  readType,
  showType,
  structOf,
  type Type,
  unwrapOptional,
} from './type.ts';
import { isDyn, mostGeneral, Substitutions, substitute, tryAssign, tryAssignAll } from './unify.ts';

/** The result of type checking. */
export interface Checked {
  readonly problems: readonly CelProblem[];
  /** The type of the whole expression. */
  readonly type: Type;
  /** Whether a part occurs that only the server can judge: then neither problems nor their absence mean anything. */
  readonly undetermined: boolean;
  /** The variables of the environment that occur. */
  readonly variables: ReadonlySet<string>;
  /** The type of a part of the expression. */
  typeOf(expr: Expr): Type;
  /** The function of a call; undefined if none matches. */
  resolvedCall(expr: CallExpr): ResolvedCall | undefined;
  /** The whole name, if a selection of a field is but the name of a variable or type with dots in it. */
  globalName(expr: SelectExpr): string | undefined;
}

/** The function of a call. */
export interface ResolvedCall {
  /** The full name, such as `sets.contains`. */
  readonly name: string;
  /** Whether it has a receiver. */
  readonly member: boolean;
  /** The signatures that fit. */
  readonly overloads: readonly Overload[];
}

/** Checks the types of an expression as the server does. Source: cel-go checker/checker.go and checker/env.go. */
export function checkTypes(expr: Expr, environment: Environment, declarations: Declarations): Checked {
  return new Checker(environment, declarations).run(expr);
}

class Checker {
  readonly #environment: Environment;
  readonly #declarations: Declarations;
  readonly #problems: CelProblem[] = [];
  readonly #variables = new Set<string>();
  readonly #types = new Map<Expr, Type>();
  readonly #known = new Substitutions();
  readonly #calls = new Map<Expr, ResolvedCall>();
  readonly #globals = new Map<Expr, string>();
  #scope: Scope | undefined;
  #parameters = 0;
  #undetermined = false;

  constructor(environment: Environment, declarations: Declarations) {
    this.#environment = environment;
    this.#declarations = declarations;
  }

  run(expr: Expr): Checked {
    const final = (type: Type): Type => substitute(this.#known, type, true);
    const type = final(this.#check(expr));
    return {
      problems: this.#problems,
      type,
      undetermined: this.#undetermined || this.#known.exhausted,
      variables: this.#variables,
      typeOf: (part) => final(this.#types.get(part) ?? dynType),
      resolvedCall: (call) => this.#calls.get(call),
      globalName: (select) => this.#globals.get(select),
    };
  }

  #check(expr: Expr): Type {
    const before = this.#types.get(expr);
    if (before !== undefined) return before;
    let type = this.#typed(expr);
    if (isHuge(type)) {
      this.#undetermined = true;
      type = dynType;
    }
    this.#types.set(expr, type);
    return type;
  }

  #typed(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return { kind: expr.type };
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return expr.name === '_?._' ? this.#optionalSelect(expr) : this.#call(expr);
      case 'list':
        return this.#list(expr.elements);
      case 'map':
        return this.#map(expr.entries);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return this.#comprehension(expr);
    }
  }

  #problem(at: number, message: string): Type {
    this.#problems.push({ at, message });
    return errorType;
  }

  #undeclared(at: number, name: string): Type {
    return this.#problem(at, `undeclared reference to '${name}' (in container '')`);
  }

  #mismatch(at: number, expected: Type, actual: Type): Type {
    return this.#problem(at, `expected type '${this.#show(expected)}' but found '${this.#show(actual)}'`);
  }

  #show(type: Type): string {
    return showType(substitute(this.#known, type, false));
  }

  #ident({ name, at }: IdentExpr): Type {
    const local = name.startsWith('.') ? undefined : this.#scope?.find(name);
    return local ?? this.#global(at, name) ?? this.#undeclared(at, name);
  }

  /** A variable of the environment, or the name of a type. */
  #global(at: number, dotted: string): Type | undefined {
    const name = dotted.startsWith('.') ? dotted.slice(1) : dotted;
    const variable = this.#declarations.variables.get(name);
    if (variable !== undefined) {
      this.#variables.add(name);
      return variable;
    }
    return this.#typeName(at, name);
  }

  /** The name of a type as a value. Objects have none when the server evaluates the expression. */
  #typeName(at: number, name: string): Type | undefined {
    const type = this.#environment.types.get(name);
    if (type !== undefined) return { kind: 'type', params: [type] };
    if (scalarNames.has(name) || this.#declarations.structs.has(name)) {
      this.#problem(at, `program instantiation failed: reference to undefined type: ${name}`);
      return dynType;
    }
    return this.#isProtocolBuffer(name) ? dynType : undefined;
  }

  /** The server also knows the messages of protocol buffers' own package. */
  #isProtocolBuffer(name: string): boolean {
    if (!isProtocolBufferName(name)) return false;
    this.#undetermined = true;
    return true;
  }

  #select(expr: SelectExpr): Type {
    const qualified = expr.test ? undefined : qualifiedName(expr);
    if (qualified !== undefined) {
      const [first = ''] = qualified.split('.', 1);
      if (this.#scope?.find(first) === undefined) {
        const found = this.#global(expr.at, qualified);
        if (found !== undefined) {
          this.#globals.set(expr, qualified);
          return found;
        }
      }
    }
    const type = this.#field(expr.at, expr.operand, expr.field, false);
    return expr.test ? boolType : substitute(this.#known, type, false);
  }

  #optionalSelect(expr: CallExpr): Type {
    const { at, name, args } = expr;
    const [operand, field] = args;
    this.#calls.set(expr, { name, member: false, overloads: this.#function(name) ?? [] });
    if (operand === undefined || field?.kind !== 'literal' || field.type !== 'string') {
      return this.#problem(at, 'unsupported optional field selection');
    }
    return substitute(this.#known, this.#field(at, operand, field.value, true), false);
  }

  #field(at: number, operand: Expr, field: string, optional: boolean): Type {
    const operandType = substitute(this.#known, this.#check(operand), false);
    const unwrapped = unwrapOptional(operandType);
    const result = this.#fieldOf(at, unwrapped ?? operandType, field);
    return unwrapped !== undefined || optional ? optionalOf(result) : result;
  }

  #fieldOf(at: number, target: Type, field: string): Type {
    switch (target.kind) {
      case 'map':
        return target.params[1];
      case 'struct': {
        const { structs } = this.#declarations;
        if (!structs.has(target.name)) return this.#problem(at, `unexpected failed resolution of '${target.name}'`);
        return structs.field(target.name, field) ?? this.#problem(at, `undefined field '${field}'`);
      }
      case 'param':
        this.#tryAssign(dynType, target);
        return dynType;
      case 'dyn':
      case 'any':
      case 'error':
        return dynType;
      default:
        this.#problem(at, `type '${this.#show(target)}' does not support field selection`);
        return dynType;
    }
  }

  #call(expr: CallExpr): Type {
    const { at, name, target, args } = expr;
    const argTypes = args.map((arg) => this.#check(arg));
    if (target === undefined) {
      const overloads = this.#function(name);
      return overloads === undefined
        ? this.#undeclared(at, name)
        : this.#resolve(expr, name, overloads, argTypes, false);
    }
    const prefix = qualifiedName(target);
    if (prefix !== undefined) {
      const qualified = `${prefix}.${name}`;
      const overloads = this.#function(qualified);
      if (overloads !== undefined) return this.#resolve(expr, qualified, overloads, argTypes, false);
    }
    const targetType = this.#check(target);
    const overloads = this.#function(name);
    if (overloads === undefined) return this.#undeclared(at, name);
    return this.#resolve(expr, name, overloads, [targetType, ...argTypes], true);
  }

  #function(name: string): readonly Overload[] | undefined {
    return this.#environment.functions.get(name.startsWith('.') ? name.slice(1) : name);
  }

  #resolve(expr: CallExpr, name: string, overloads: readonly Overload[], args: readonly Type[], member: boolean): Type {
    if (!member && (name === '_&&_' || name === '_||_')) {
      this.#calls.set(expr, { name, member, overloads });
      return this.#logical(expr, args);
    }
    let result: Type | undefined;
    const fitting: Overload[] = [];
    for (const overload of overloads) {
      if (overload.member !== member || overload.args.length !== args.length) continue;
      const fresh = instantiate(overload, () => this.#parameter());
      if (!tryAssignAll(this.#known, args, fresh.args)) continue;
      fitting.push(overload);
      const type = substitute(this.#known, fresh.result, false);
      if (result === undefined) result = type;
      else if (!isDyn(result) && !isEqualType(type, result)) result = dynType;
    }
    this.#calls.set(expr, { name, member, overloads: fitting });
    return result ?? this.#noOverload(expr.at, name, args, member);
  }

  #logical(expr: CallExpr, types: readonly Type[]): Type {
    let result: Type = boolType;
    for (const [index, type] of types.entries()) {
      if (this.#tryAssign(type, boolType)) continue;
      result = this.#mismatch(expr.args[index]?.at ?? expr.at, boolType, type);
    }
    return result;
  }

  #noOverload(at: number, name: string, args: readonly Type[], member: boolean): Type {
    const shown = args.map((arg) => showType(substitute(this.#known, arg, true)));
    const [first = '', ...rest] = shown;
    const signature = member ? `${first}.(${rest.join(', ')})` : `(${shown.join(', ')})`;
    return this.#problem(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #parameter(): Type {
    return { kind: 'param', name: `_var${this.#parameters++}` };
  }

  #tryAssign(left: Type, right: Type): boolean {
    return tryAssign(this.#known, left, right);
  }

  #list(elements: readonly { readonly value: Expr; readonly optional: boolean }[]): Type {
    let joined: Type | undefined;
    for (const { value, optional } of elements) {
      joined = this.#joined(joined, this.#member(value, optional));
    }
    return listOf(joined ?? this.#parameter());
  }

  #map(entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[]): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of entries) {
      keys = this.#joined(keys, this.#check(key));
      values = this.#joined(values, this.#member(value, optional));
    }
    return mapOf(keys ?? this.#parameter(), values ?? this.#parameter());
  }

  /** The type of an element: an optional element must have an optional type, and counts as its inner type. */
  #member(value: Expr, optional: boolean): Type {
    const type = this.#check(value);
    if (!optional) return type;
    const unwrapped = unwrapOptional(type);
    if (unwrapped === undefined && !isDyn(type)) this.#mismatch(value.at, optionalOf(type), type);
    return unwrapped ?? type;
  }

  /** The common type of elements; mixed types are checked with the constants. */
  #joined(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#tryAssign(previous, current) ? mostGeneral(previous, current) : dynType;
  }

  #struct({ at, type, fields }: StructExpr): Type {
    const name = type.startsWith('.') ? type.slice(1) : type;
    const time = readType(name);
    const isTime = time.kind === 'duration' || time.kind === 'timestamp';
    this.#undetermined ||= isTime && fields.length > 0;
    if (isTime) return time;
    const isMessage = this.#declarations.structs.has(name);
    const known = isMessage || this.#environment.types.has(name);
    if (!known) return this.#isProtocolBuffer(name) ? dynType : this.#undeclared(at, type);
    if (!isMessage) return this.#problem(at, `'${name}' is not a message type`);
    const found = structOf(name);
    for (const field of fields) {
      const valueType = this.#member(field.value, field.optional);
      const fieldType = this.#fieldOf(field.at, found, field.name);
      if (this.#tryAssign(fieldType, valueType)) continue;
      const [expected, provided] = [this.#show(fieldType), this.#show(valueType)];
      this.#problem(
        field.at,
        `expected type of field '${field.name}' is '${expected}' but provided type is '${provided}'`,
      );
    }
    return found;
  }

  #comprehension(expr: ComprehensionExpr): Type {
    const range = substitute(this.#known, this.#check(expr.range), false);
    const accumulated = this.#check(expr.init);
    const [first, second] = this.#rangeOf(expr, range);
    const outer = this.#scope;
    const inner = new Scope(outer, [[expr.accumulator, accumulated]]);
    const variables: [string, Type][] = [[expr.variable, first]];
    if (expr.variable2 !== undefined) variables.push([expr.variable2, second]);
    this.#scope = new Scope(inner, variables);
    this.#assert(expr.condition, boolType);
    this.#assert(expr.step, accumulated);
    this.#scope = inner;
    const result = this.#check(expr.result);
    this.#scope = outer;
    return substitute(this.#known, result, false);
  }

  #assert(expr: Expr, type: Type): void {
    const actual = this.#check(expr);
    if (!this.#tryAssign(type, actual)) this.#mismatch(expr.at, type, actual);
  }

  /** The types of the variables of a loop. */
  #rangeOf({ range: { at }, variable2 }: ComprehensionExpr, range: Type): readonly [Type, Type] {
    switch (range.kind) {
      case 'list':
        return variable2 === undefined ? [range.params[0], dynType] : [intType, range.params[0]];
      case 'map':
        return range.params;
      case 'dyn':
      case 'error':
      case 'param':
        this.#tryAssign(dynType, range);
        return [dynType, dynType];
      default:
        this.#problem(
          at,
          `expression of type '${this.#show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [errorType, errorType];
    }
  }
}

/** Types that schemas can name and that are messages of protocol buffers: `findScalar` in `pkg/cel/types.go`. */
const scalarNames = new Set(['duration', 'timestamp']);
