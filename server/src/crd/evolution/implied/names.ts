import type { ComprehensionExpr, Expr, SelectExpr } from '../../../cel/ast.ts';
import type { FieldRef } from './formula.ts';
import { anyValue, itemsOf, possibleValuesAt, type Scope, scopeAt } from './knowledge.ts';

/** The variables of an expression, each with the name that formulas give it. */
export type FormulaNames = ReadonlyMap<string, { readonly name: string; readonly scope: Scope }>;

/** The names inside a loop: its variable is named by depth, so that equal loops have equal keys. */
export function namesInLoop(loop: ComprehensionExpr, names: FormulaNames, scope: Scope): FormulaNames {
  const inner = new Map(names);
  inner.set(loop.variable, { name: `$${names.size}`, scope });
  inner.set(loop.accumulator, { name: `#${names.size}`, scope: anyValue });
  return inner;
}

/** The scope of a list's items, possibly filtered. */
export function itemsScope(range: Expr, names: FormulaNames): Scope {
  if (range.kind === 'comprehension' && shapeOf(range) === 'filter') return itemsScope(range.range, names);
  const field = fieldOf(range, names);
  const root = [...names.values()].find(({ name }) => name === field?.root);
  return field === undefined || root === undefined ? anyValue : itemsOf(scopeAt(root.scope, field.names));
}

/** Which macro a loop came from, by its step. */
export function shapeOf(loop: ComprehensionExpr): 'all' | 'exists' | 'one' | 'filter' | undefined {
  const { init, step, variable2 } = loop;
  if (variable2 !== undefined || step.kind !== 'call') return undefined;
  if (step.name === '_&&_' && init.kind === 'literal' && init.value === true) return 'all';
  if (step.name === '_||_' && init.kind === 'literal' && init.value === false) return 'exists';
  if (step.name !== '_?_:_') return undefined;
  if (init.kind === 'literal' && init.type === 'int') return 'one';
  return init.kind === 'list' && init.elements.length === 0 ? 'filter' : undefined;
}

/** The field that an expression selects, `self.a.b` or `self.a.?b`; undefined for any other. */
export function fieldOf(expr: Expr, names: FormulaNames): FieldRef | undefined {
  if (expr.kind === 'ident') {
    const known = names.get(expr.name);
    if (known === undefined) return undefined;
    return { root: known.name, names: [], key: known.name, optionalFrom: Number.POSITIVE_INFINITY };
  }
  if (expr.kind === 'select' && !expr.test) return below(fieldOf(expr.operand, names), expr.field, false);
  if (expr.kind === 'call' && expr.name === '_?._') {
    const [operand, field] = expr.args;
    if (operand === undefined || field?.kind !== 'literal' || field.type !== 'string') return undefined;
    return below(fieldOf(operand, names), field.value, true);
  }
  return undefined;
}

function below(field: FieldRef | undefined, name: string, isOptional: boolean): FieldRef | undefined {
  if (field === undefined) return undefined;
  return {
    root: field.root,
    names: [...field.names, name],
    key: `${field.key}.${name}`,
    optionalFrom: isOptional ? Math.min(field.optionalFrom, field.names.length) : field.optionalFrom,
  };
}

const always = 'bool:true';

/** Whether `has()` tests a field that every previously valid value has. */
export function isCertain(expr: SelectExpr, names: FormulaNames): boolean {
  const field = fieldOf({ ...expr, test: false }, names);
  const root = [...names.values()].find(({ name }) => name === field?.root);
  if (field === undefined || root === undefined) return false;
  return field.names.every((_, at) => !possibleValuesAt(root.scope, field.names.slice(0, at + 1)).absent);
}

/** A key that is equal for equivalent expressions. */
export function keyOf(expr: Expr, names: FormulaNames): string {
  const inner = (each: Expr): string => keyOf(each, names);
  switch (expr.kind) {
    case 'literal':
      return `${expr.type}:${String(expr.value)}`;
    case 'ident':
      return names.get(expr.name)?.name ?? expr.name;
    case 'select':
      if (expr.test && isCertain(expr, names)) return always;
      return `${expr.test ? 'has ' : ''}${inner(expr.operand)}.${expr.field}`;
    case 'call':
      if (expr.name === '_&&_') {
        const parts = expr.args.map(inner).filter((part) => part !== always);
        return parts.length === 0 ? always : parts.join(' && ');
      }
      return `${expr.name}(${[...(expr.target === undefined ? [] : [expr.target]), ...expr.args].map(inner).join(', ')})`;
    case 'list':
      return `[${expr.elements.map(({ value }) => inner(value)).join(', ')}]`;
    case 'map':
      return `{${expr.entries.map(({ key, value }) => `${inner(key)}: ${inner(value)}`).join(', ')}}`;
    case 'struct':
      return `${expr.type}{${expr.fields.map(({ name, value }) => `${name}: ${inner(value)}`).join(', ')}}`;
    case 'comprehension': {
      const named = namesInLoop(expr, names, itemsScope(expr.range, names));
      const parts = [expr.init, expr.condition, expr.step, expr.result].map((item) => keyOf(item, named));
      return `for ${inner(expr.range)} ${parts.join(' ')}`;
    }
  }
}
