import { isEqual } from './evaluate.ts';
import { booleanValue, truthValue } from './operators.ts';
import { computedText, noOrigin, nullValue, type TextValue, type Value } from './value.ts';

/**
 * Functions that only Bicep and ARM templates have, evaluated if their result depends only on the arguments
 * (https://learn.microsoft.com/azure/azure-resource-manager/bicep/bicep-functions).
 */
export function callAzure(name: string, values: readonly Value[]): Value | undefined {
  const [first, second, third] = values;
  switch (name) {
    case 'true':
    case 'false':
      return booleanValue(name === 'true', noOrigin);
    case 'null':
      return nullValue;
    case 'createObject':
      return objectOf(values);
    case 'createArray':
    case 'array':
      return { kind: 'list', items: () => values };
    case 'empty':
      return first === undefined || first.kind === 'open' ? undefined : booleanValue(isEmpty(first), noOrigin);
    case 'not': {
      const known = first === undefined ? undefined : truthValue(first);
      return known === undefined ? undefined : booleanValue(!known, noOrigin);
    }
    case 'equals':
      return first?.kind === 'text' && second?.kind === 'text'
        ? booleanValue(first.text === second.text, noOrigin)
        : undefined;
    case 'and':
      return logical(values, false);
    case 'or':
      return logical(values, true);
    case 'if': {
      if (first === undefined || second === undefined || third === undefined) return undefined;
      const known = truthValue(first);
      if (known === undefined) return isEqual(second, third);
      return known ? second : third;
    }
    case 'format':
      return first?.kind === 'text' ? formatted(first, values.slice(1)) : first;
    default:
      return undefined;
  }
}

/** `format('{0}-aks', name)`. */
function formatted(pattern: TextValue, values: readonly Value[]): Value {
  const unknown = values.find((value) => value.kind === 'open');
  if (unknown !== undefined) return unknown;
  // The pattern may repeat a value.
  const max = Math.max(1, ...values.map((value) => (value.kind === 'text' ? value.text.length : 0)));
  return computedText(pattern, pattern.text.length * max, () =>
    pattern.text.replace(/\{(\d+)\}/g, (_, at: string) => {
      const value = values[Number(at)];
      return value?.kind === 'text' ? value.text : '';
    }),
  );
}

function isEmpty(value: Value): boolean {
  if (value.kind === 'text') return value.text === '';
  if (value.kind === 'list') return value.items().length === 0;
  return value.kind === 'map' ? value.keys.length === 0 : true;
}

/** `and` or `or`: `by` if one value is `by`, the opposite if all values are known, otherwise undefined. */
function logical(values: readonly Value[], by: boolean): Value | undefined {
  const known = values.map(truthValue);
  if (known.includes(by)) return booleanValue(by, noOrigin);
  return known.includes(undefined) ? undefined : booleanValue(!by, noOrigin);
}

function objectOf(values: readonly Value[]): Value {
  const found = new Map<string, Value>();
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [key, value] = [values[at], values[at + 1]];
    if (key?.kind === 'text' && value !== undefined) found.set(key.text, value);
  }
  return { kind: 'map', keys: [...found.keys()], get: (key) => found.get(key) };
}
