import type { Expression } from '../../../languages/expression.ts';
import { evaluate, type Scope } from '../evaluate.ts';
import type { Value } from '../value.ts';

/**
 * Applies the defaults in the type of a variable: omitted and null attributes get the default of their `optional()`
 * (https://developer.hashicorp.com/terraform/language/expressions/type-constraints#optional-object-type-attributes).
 */
export function withTypeDefaults(value: Value, type: Expression | undefined, scope: Scope): Value {
  if (type?.kind !== 'call') return value;
  const [inner, fallback] = type.arguments;
  switch (type.name) {
    case 'optional': {
      const isGiven = value.kind !== 'null';
      const given = isGiven || fallback === undefined ? value : evaluate(fallback, scope);
      return withTypeDefaults(given, inner, scope);
    }
    case 'object':
      return inner?.kind === 'object' ? object(value, inner.entries, scope) : value;
    case 'map':
      if (value.kind !== 'map') return value;
      return { ...value, get: (key) => mapped(value.get(key), inner, scope) };
    case 'list':
    case 'set':
      if (value.kind !== 'list') return value;
      return { ...value, items: () => value.items().map((item) => withTypeDefaults(item, inner, scope)) };
    default:
      return value;
  }
}

function mapped(value: Value | undefined, type: Expression | undefined, scope: Scope): Value | undefined {
  return value === undefined ? undefined : withTypeDefaults(value, type, scope);
}

function object(
  value: Value,
  entries: readonly { readonly key: Expression; readonly value: Expression }[],
  scope: Scope,
): Value {
  if (value.kind !== 'map') return value;
  const types = new Map(entries.flatMap(({ key, value: type }) => (key.kind === 'name' ? [[key.name, type]] : [])));
  const get = (key: string): Value | undefined => {
    const given = value.get(key);
    const type = types.get(key);
    const isOptional = type?.kind === 'call' && type.name === 'optional';
    return given === undefined && !isOptional ? undefined : withTypeDefaults(given ?? { kind: 'null' }, type, scope);
  };
  return { kind: 'map', keys: [...new Set([...value.keys, ...types.keys()])], get };
}
