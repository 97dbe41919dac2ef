import type { Expression } from '../../languages/expression.ts';
import { callFunction } from './functions.ts';
import {
  type Budget,
  type MapValue,
  nullValue,
  openValue,
  type SourceFile,
  type TextValue,
  type Value,
  valueBelow,
} from './value.ts';

/** What names and calls stand for where an expression stands. */
export interface Scope {
  /** The file of the expression. */
  readonly file: SourceFile;
  readonly budget: Budget;
  /** What a name with the keys behind it comes to. */
  lookUp(name: string, keys: readonly string[]): Value;
  /** What a function of the language itself gives; undefined for those that are alike in all languages. */
  call?(name: string, values: readonly Value[]): Value | undefined;
}

/** What an expression comes to. Whatever is not certain is open, with the reason. */
export function evaluate(expression: Expression, scope: Scope): Value {
  return scope.budget.spend(() => evaluateOne(expression, scope));
}

function evaluateOne(expression: Expression, scope: Scope): Value {
  const { file } = scope;
  switch (expression.kind) {
    case 'text': {
      const { value: text, inner } = expression;
      if (/^ENC\[|^\$ANSIBLE_VAULT/.test(text)) return openValue('the value is encrypted');
      const made = file.text.slice(inner.start, inner.end) === text ? {} : ({ made: true } as const);
      return { kind: 'text', type: 'string', text, origin: { file, span: inner }, ...made };
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
      return same(evaluate(expression.yes, scope), evaluate(expression.no, scope));
    }
    case 'binary':
      return binary(expression.operator, expression.left, expression.right, scope) ?? computed(expression, scope);
    case 'list': {
      const { items } = expression;
      return { kind: 'list', items: () => items.map((item) => evaluate(item, scope)) };
    }
    case 'object':
      return objectOf(expression.entries, scope);
    default:
      return computed(expression, scope);
  }
}

/** What a language computes when it runs; `is computed` with the text of it. */
export function computed(expression: Expression, { file }: Scope): Value {
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
  let text = '';
  for (const value of values) {
    if (value.kind === 'open') return value;
    if (value.kind !== 'text') return computed(whole, scope);
    text += value.text;
  }
  return { ...textOf('string', text, whole, scope), made: true };
}

/** A name with members and indexes behind it. */
function follow(expression: Expression, scope: Scope): Value {
  const keys: string[] = [];
  let here = expression;
  while (here.kind === 'member' || here.kind === 'index') {
    if (here.kind === 'member') keys.unshift(here.name);
    else {
      const key = evaluate(here.index, scope);
      if (key.kind === 'open') return key;
      if (key.kind !== 'text') return computed(expression, scope);
      keys.unshift(key.text);
    }
    here = here.of;
  }
  if (here.kind === 'name') return scope.lookUp(here.name, keys);
  return valueBelow(evaluate(here, scope), keys) ?? computed(expression, scope);
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
    return first === undefined ? undefined : evaluate(right, scope);
  }
  if (operator !== '==' && operator !== '!=') return undefined;
  const other = evaluate(right, scope);
  const equal = equals(value, other);
  if (equal === undefined) return undefined;
  return { kind: 'text', type: 'boolean', text: String(equal === (operator === '==')), origin: originOf(left, scope) };
}

function originOf({ start, end }: Expression, { file }: Scope): TextValue['origin'] {
  return { file, span: { start, end } };
}

/** Whether a value is true; undefined where it is not known. */
export function truthValue(value: Value): boolean | undefined {
  if (value.kind !== 'text' || !/^(?:true|false)$/.test(value.text)) return undefined;
  return value.text === 'true';
}

function equals(value: Value, other: Value): boolean | undefined {
  if (value.kind === 'open' || other.kind === 'open') return undefined;
  if (value.kind === 'text' && other.kind === 'text') return value.text === other.text;
  return value.kind === 'null' || other.kind === 'null' ? value.kind === other.kind : undefined;
}

/** What two branches have in common, of which one will be taken. */
export function same(left: Value, right: Value): Value {
  if (left.kind === 'text' && right.kind === 'text' && left.text === right.text) return left;
  const a = mapOf(left);
  const b = mapOf(right);
  if (a === undefined || b === undefined) {
    return openValue('the condition is known only at run time');
  }
  const get = (key: string) => {
    const [left, right] = [a.get(key), b.get(key)];
    return left === undefined && right === undefined ? undefined : same(left ?? nullValue, right ?? nullValue);
  };
  return { kind: 'map', keys: [...new Set([...a.keys, ...b.keys])], get };
}

function mapOf(value: Value): MapValue | undefined {
  if (value.kind === 'null') return { kind: 'map', keys: [], get: () => undefined };
  return value.kind === 'map' ? value : undefined;
}
