/**
 * A CEL type, like cel-go's `common/types`. Abstract types, including optionals, are `opaque`; `struct` are messages
 * and the objects of a schema; `param` is an unresolved type.
 */
export type Type =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'list'; readonly params: readonly [Type] }
  | { readonly kind: 'map'; readonly params: readonly [Type, Type] }
  | { readonly kind: 'opaque'; readonly name: string; readonly params: readonly Type[] }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'type'; readonly params: readonly Type[] }
  | { readonly kind: 'param'; readonly name: string };

/** The types without parameters and names. */
export type SimpleKind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'int'
  | 'null_type'
  | 'string'
  | 'uint'
  | 'duration'
  | 'timestamp'
  | 'dyn'
  | 'any'
  | 'error';

/** Truth values. */
export const boolType: Type = { kind: 'bool' };
/** Texts. */
export const stringType: Type = { kind: 'string' };
/** Integers of 64 bits with a sign. */
export const intType: Type = { kind: 'int' };
/** Values with a type known only at run time. */
export const dynType: Type = { kind: 'dyn' };
/** The type of an erroneous part: it is compatible with everything, to avoid follow-up errors. */
export const errorType: Type = { kind: 'error' };

/** The type of lists of such elements. */
export function listOf(element: Type): Type {
  return { kind: 'list', params: [element] };
}

/** The type of maps. */
export function mapOf(key: Type, value: Type): Type {
  return { kind: 'map', params: [key, value] };
}

/** The type of optionals of such values. */
export function optionalOf(value: Type): Type {
  return { kind: 'opaque', name: optionalName, params: [value] };
}

/** The type of a message or object of that name. */
export function structOf(name: string): Type {
  return { kind: 'struct', name };
}

const optionalName = 'optional_type';
const noTypes: readonly Type[] = [];

/** The type parameters of a type. */
export function paramsOf(type: Type): readonly Type[] {
  return 'params' in type ? type.params : noTypes;
}

/** The inner type of an optional; undefined for other types. */
export function unwrapOptional(type: Type): Type | undefined {
  return type.kind === 'opaque' && type.name === optionalName ? type.params[0] : undefined;
}

/** Whether two types are the very same, their parameters included. */
export function isEqualType(first: Type, second: Type): boolean {
  if (first === second) return true;
  if (first.kind !== second.kind || nameOf(first) !== nameOf(second)) return false;
  return everyPair(paramsOf(first), paramsOf(second), isEqualType);
}

/** Whether two lists have the same length, and something holds for each pair of types at the same index. */
export function everyPair(
  lefts: readonly Type[],
  rights: readonly Type[],
  holds: (left: Type, right: Type) => boolean,
): boolean {
  return (
    lefts.length === rights.length &&
    lefts.every((left, index) => {
      const right = rights[index];
      return right !== undefined && holds(left, right);
    })
  );
}

const largest = 2000;

/** Whether a type is larger than any hand-written expression needs: bindings can double it. */
export function isHuge(type: Type): boolean {
  return count(type, 0) > largest;
}

function count(type: Type, before: number): number {
  let parts = before + 1;
  for (const param of paramsOf(type)) {
    if (parts > largest) return parts;
    parts = count(param, parts);
  }
  return parts;
}

function nameOf(type: Type): string {
  return 'name' in type ? type.name : '';
}

const longNames: { readonly [kind in SimpleKind]?: string } = {
  duration: 'google.protobuf.Duration',
  timestamp: 'google.protobuf.Timestamp',
  error: '!error!',
};

/** A type as the server's messages write it. */
export function showType(type: Type): string {
  switch (type.kind) {
    case 'list':
    case 'map':
    case 'type':
    case 'opaque': {
      const name = type.kind === 'opaque' ? type.name : type.kind;
      return type.params.length === 0 ? name : `${name}(${type.params.map(showType).join(', ')})`;
    }
    case 'struct':
    case 'param':
      return type.name;
    default:
      return longNames[type.kind] ?? type.kind;
  }
}

const simple = new Map<string, Type>(
  (
    ['bool', 'bytes', 'double', 'int', 'null_type', 'string', 'uint', 'duration', 'timestamp', 'dyn', 'any'] as const
  ).map((kind) => [kind, { kind }]),
);
simple.set('google.protobuf.Duration', { kind: 'duration' });
simple.set('google.protobuf.Timestamp', { kind: 'timestamp' });

/**
 * Parses a type in function signature notation: `map(string, list(A))`, `kubernetes.Quantity`. Single capital letters
 * are type parameters; other names that CEL does not know are `opaque`, or messages according to `isMessage`.
 */
export function readType(text: string, isMessage: (name: string) => boolean = () => false): Type {
  const open = text.indexOf('(');
  if (open < 0) {
    const known = simple.get(text);
    if (known !== undefined) return known;
    if (/^[A-Z]$/.test(text)) return { kind: 'param', name: text };
    if (text === 'type') return { kind: 'type', params: [] };
    return isMessage(text) ? structOf(text) : { kind: 'opaque', name: text, params: [] };
  }
  const name = text.slice(0, open);
  const params = splitTypes(text.slice(open + 1, -1)).map((param) => readType(param, isMessage));
  const [first = dynType, second = dynType] = params;
  if (name === 'list') return listOf(first);
  if (name === 'map') return mapOf(first, second);
  if (name === 'type') return { kind: 'type', params };
  return { kind: 'opaque', name, params };
}

/** Splits a list of types at top-level commas. */
export function splitTypes(text: string): readonly string[] {
  const types: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (at === text.length || (character === ',' && depth === 0)) {
      const type = text.slice(start, at).trim();
      if (type !== '') types.push(type);
      start = at + 1;
    }
  }
  return types;
}
