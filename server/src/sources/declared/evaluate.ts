import type { Expression, ForExpression } from '../../languages/expression.ts';
import type { Span } from '../../text/span.ts';
import { callFunction, joined } from './functions.ts';
import { negated, operate, truthValue } from './operators.ts';
import {
  type Budget,
  emptyMap,
  type MapValue,
  maxItems,
  nullValue,
  type OpenValue,
  type Origin,
  openValue,
  type SourceFile,
  type TextValue,
  tooMany,
  type Value,
  valueBelow,
} from './value.ts';

/** The names and functions visible to an expression. */
export interface Scope {
  /** The file of the expression. */
  readonly file: SourceFile;
  readonly budget: Budget;
  /** The value of a name with keys. */
  lookUp(name: string, keys: readonly string[]): Value;
  /** The result of a function of the language; undefined for functions common to all languages. */
  call?(name: string, values: readonly Value[]): Value | undefined;
}

/** The value of an expression. Uncertain values are open, with the reason. */
export function evaluate(expression: Expression, scope: Scope): Value {
  return scope.budget.spend(() => evaluateOne(expression, scope));
}

function evaluateOne(expression: Expression, scope: Scope): Value {
  const { file } = scope;
  switch (expression.kind) {
    case 'text': {
      const { value: text, inner } = expression;
      if (/^ENC\[|^\$ANSIBLE_VAULT/.test(text)) return openValue('the value is encrypted');
      const value: TextValue = { kind: 'text', type: 'string', text, origin: { file, span: inner } };
      return file.text.slice(inner.start, inner.end) === text ? value : { ...value, isGenerated: true };
    }
    case 'number':
      return textOf('number', expression.text, expression, scope);
    case 'word':
      return expression.text === 'null' ? nullValue : textOf('boolean', expression.text, expression, scope);
    case 'template':
      return template(expression, expression.parts, scope);
    case 'name':
    case 'member':
    case 'index':
      return follow(expression, scope);
    case 'call': {
      const values = expression.arguments.map((argument) => evaluate(argument, scope));
      const called = scope.call?.(expression.name, values) ?? callFunction(expression.name, values);
      return called ?? openValue(`the result of ${expression.name}() is known only at run time`);
    }
    case 'conditional': {
      const condition = truthValue(evaluate(expression.condition, scope));
      if (condition !== undefined) return evaluate(condition ? expression.yes : expression.no, scope);
      return isEqual(evaluate(expression.yes, scope), evaluate(expression.no, scope));
    }
    case 'binary':
      return binary(expression.operator, expression.left, expression.right, scope) ?? computed(expression, scope);
    case 'list': {
      const { items } = expression;
      return { kind: 'list', items: () => items.map((item) => evaluate(item, scope)) };
    }
    case 'object':
      return objectOf(expression.entries, scope);
    case 'for':
      return loop(expression, scope);
    case 'splat':
      return follow(expression, scope);
    case 'not':
      return negated(evaluate(expression.of, scope), originOf(expression, scope));
    default:
      return computed(expression, scope);
  }
}

/** An open value for an expression that only the tool computes, with the text of the expression in the reason. */
export function computed(expression: Expression, { file }: Scope): OpenValue {
  const written = file.text.slice(expression.start, expression.end).replace(/\s+/g, ' ');
  const shown = written.length > 60 ? `${written.slice(0, 57)}…` : written;
  return openValue(`"${shown}" is computed at run time`);
}

function textOf(type: TextValue['type'], text: string, span: Expression, { file }: Scope): TextValue {
  const origin = { file, span: { start: span.start, end: span.end } };
  return { kind: 'text', type, text, origin };
}

function template(whole: Expression, parts: readonly Expression[], scope: Scope): Value {
  const values = parts.map((part) => evaluate(part, scope));
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  return joined(values, textOf('string', '', whole, scope)) ?? computed(whole, scope);
}

/** A name with members and indices. */
function follow(expression: Expression, scope: Scope): Value {
  const keys: string[] = [];
  let operand = expression;
  while (operand.kind === 'member' || operand.kind === 'index') {
    if (operand.kind === 'member') keys.unshift(operand.name);
    else {
      const key = evaluate(operand.index, scope);
      if (key.kind === 'open') return key;
      if (key.kind !== 'text') return computed(expression, scope);
      keys.unshift(key.text);
    }
    operand = operand.of;
  }
  if (operand.kind === 'name') return scope.lookUp(operand.name, keys);
  if (operand.kind === 'splat') return splat(evaluate(operand.of, scope), keys, operand.full);
  return valueBelow(evaluate(operand, scope), keys) ?? { ...computed(expression, scope), missing: true };
}

/** The values at keys in each item; a single value is a list of one, and null an empty list. */
function splat(value: Value, keys: readonly string[], full: boolean): Value {
  if (value.kind === 'open') return value;
  const end = full ? -1 : keys.findIndex((key) => /^\d+$/.test(key));
  const below = end < 0 ? keys : keys.slice(0, end);
  const each = (item: Value) => valueBelow(item, below) ?? nullValue;
  const items = () => (value.kind === 'list' ? value.items() : value.kind === 'null' ? [] : [value]).map(each);
  const list: Value = { kind: 'list', items };
  return end < 0 ? list : (valueBelow(list, keys.slice(end)) ?? openValue('the list has no such item'));
}

function loop(expression: ForExpression & Expression, scope: Scope): Value {
  const over = evaluate(expression.of, scope);
  if (over.kind === 'open') return over;
  const entries = entriesOf(over, originOf(expression.of, scope));
  if (entries.length > maxItems) return tooMany;
  const rounds: Scope[] = [];
  for (const [key, item] of entries) {
    const names = new Map([[expression.item, item]]);
    if (expression.key !== undefined) names.set(expression.key, key);
    const inside: Scope = {
      ...scope,
      lookUp: (name, keys) => {
        const value = names.get(name);
        if (value === undefined) return scope.lookUp(name, keys);
        return valueBelow(value, keys) ?? openValue(`"${[name, ...keys].join('.')}" does not exist`);
      },
    };
    const condition = expression.condition === undefined ? undefined : evaluate(expression.condition, inside);
    const isTaken = condition === undefined || truthValue(condition);
    if (isTaken === undefined) return condition?.kind === 'open' ? condition : computed(expression, scope);
    if (isTaken) rounds.push(inside);
  }
  const { name, result } = expression;
  if (name === undefined) return { kind: 'list', items: () => rounds.map((round) => evaluate(result, round)) };
  const named = new Map<string, Scope[]>();
  for (const round of rounds) {
    const key = evaluate(name, round);
    if (key.kind !== 'text') return key.kind === 'open' ? key : computed(expression, scope);
    named.set(key.text, [...(expression.grouped ? (named.get(key.text) ?? []) : []), round]);
  }
  const get = (key: string): Value | undefined => {
    const [round] = named.get(key) ?? [];
    if (round === undefined) return undefined;
    if (!expression.grouped) return evaluate(result, round);
    return { kind: 'list', items: () => (named.get(key) ?? []).map((iteration) => evaluate(result, iteration)) };
  };
  return { kind: 'map', keys: [...named.keys()], get };
}

/** The items of a loop: the keys of a map in order, the indices of a list. */
function entriesOf(value: Value, origin: Origin): readonly (readonly [Value, Value])[] {
  const text = (type: TextValue['type'], key: string): Value => ({
    kind: 'text',
    type,
    text: key,
    origin,
    isGenerated: true,
  });
  if (value.kind === 'map') {
    return [...value.keys].sort().map((key) => [text('string', key), value.get(key) ?? nullValue]);
  }
  if (value.kind !== 'list') return [];
  return value.items().map((item, index) => [text('number', String(index)), item]);
}

function objectOf(entries: readonly { readonly key: Expression; readonly value: Expression }[], scope: Scope): Value {
  const found = new Map<string, Expression>();
  for (const { key, value } of entries) {
    const name = key.kind === 'name' ? key.name : evaluate(key, scope);
    if (typeof name === 'string') found.set(name, value);
    else if (name.kind === 'text') found.set(name.text, value);
  }
  const get = (key: string) => {
    const value = found.get(key);
    return value === undefined ? undefined : evaluate(value, scope);
  };
  return { kind: 'map', keys: [...found.keys()], get };
}

function binary(operator: string, left: Expression, right: Expression, scope: Scope): Value | undefined {
  const value = evaluate(left, scope);
  if (operator === '??') return value.kind === 'null' ? evaluate(right, scope) : value;
  if (operator === '&&' || operator === '||') {
    const first = truthValue(value);
    const decided = operator === '||';
    if (first === decided) return value;
    const other = evaluate(right, scope);
    if (first !== undefined || truthValue(other) === decided) return other;
    return value.kind === 'open' ? value : undefined;
  }
  return operate(operator, value, evaluate(right, scope), originOf(left, scope));
}

function originOf({ start, end }: Span, { file }: Scope): Origin {
  return { file, span: { start, end } };
}

/** The common value of two alternative branches; open if they differ. */
export function isEqual(left: Value, right: Value): Value {
  if (left.kind === 'text' && right.kind === 'text' && left.text === right.text) return left;
  const first = mapOf(left);
  const second = mapOf(right);
  if (first === undefined || second === undefined) {
    return openValue('the condition is known only at run time');
  }
  const get = (key: string) => {
    const [left, right] = [first.get(key), second.get(key)];
    return left === undefined && right === undefined ? undefined : isEqual(left ?? nullValue, right ?? nullValue);
  };
  return { kind: 'map', keys: [...new Set([...first.keys, ...second.keys])], get };
}

function mapOf(value: Value): MapValue | undefined {
  if (value.kind === 'null') return emptyMap;
  return value.kind === 'map' ? value : undefined;
}
