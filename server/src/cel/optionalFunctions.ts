import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, list, type Outcome } from './values.ts';

// Source: cel-go cel/library.go, optional types. `or` and `orValue` are evaluated elsewhere: they may not need their
// second value.

const none: CelValue = { type: 'optional', value: undefined };

/** The functions of optionals. */
export const optionalFunctions: Functions = {
  'optional.of': ([value]) => (value === undefined ? undefined : { type: 'optional', value }),
  'optional.none': () => none,
  'optional.ofNonZeroValue': ([value]) => {
    if (value === undefined) return undefined;
    const isZero = isZeroValue(value);
    if (isZero === undefined) return undefined;
    return isZero ? none : { type: 'optional', value };
  },
  'optional.unwrap': unwrapped,
  unwrapOpt: unwrapped,
  hasValue: ([value]) => (value?.type === 'optional' ? bool(value.value !== undefined) : undefined),
  value: ([value]) =>
    value?.type === 'optional' ? (value.value ?? failure('optional.none() dereference')) : undefined,
};

/** Whether a value is the zero value of its type; undefined if unknown. */
function isZeroValue(value: CelValue): boolean | undefined {
  switch (value.type) {
    case 'string':
      return value.value === '';
    case 'bytes':
      return value.value.length === 0;
    case 'bool':
      return !value.value;
    case 'int':
    case 'uint':
    case 'duration':
      return value.value === 0n;
    case 'double':
      return value.value === 0;
    case 'null_type':
      return true;
    case 'list':
      return value.items.length === 0;
    case 'map':
      return value.partial === true ? undefined : value.entries.size === 0;
    default:
      return undefined;
  }
}

function unwrapped(...[[values]]: Parameters<CelFunction>): Outcome | undefined {
  if (values?.type !== 'list') return undefined;
  const held: CelValue[] = [];
  for (const item of values.items) {
    if (item.type !== 'optional') return undefined;
    if (item.value !== undefined) held.push(item.value);
  }
  return list(held);
}
