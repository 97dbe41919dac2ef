import type { Value } from './value.ts';

/** Thrown inside the rule reader for malformed input; never leaves this folder. */
export class Malformed extends TypeError {
  /** From the outermost field or index inwards. */
  readonly path: readonly (string | number)[];
  readonly problem: string;

  constructor(problem: string, path: readonly (string | number)[] = []) {
    super(`${path.join('.')}: ${problem}`);
    this.problem = problem;
    this.path = path;
  }
}

/** Reads a value below a field or index and prefixes errors with its path. */
export function reading<T>(step: string | number, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof Malformed ? new Malformed(thrown.problem, [step, ...thrown.path]) : thrown;
  }
}

/** The value of a field, read; malformed where it is absent. */
export function field<T>(fields: Fields, name: string, read: (value: unknown) => T): T {
  return reading(name, () => read(fields[name]));
}

/** A property for a present field, none for an absent one. */
export function optional<K extends string, T>(
  fields: Fields,
  name: K,
  read: (value: unknown) => T,
): { readonly [key in K]?: T } {
  const result: { [key in K]?: T } = {};
  if (fields[name] !== undefined) result[name] = field(fields, name, read);
  return result;
}

/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** One of some words. */
export function oneOf<const T extends string>(value: unknown, names: readonly T[]): T {
  return names.find((name) => name === value) ?? malformed(value, `one of ${names.join(', ')}`);
}

/** Any plain data. */
export function jsonOf(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (typeof value === 'bigint') return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, member]) => [key, jsonOf(member)]));
}

/** A string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : malformed(value, 'a string');
}

/** A list, unread. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : malformed(value, 'a list');
}

/** A list, each item read. */
export function itemsOf<T>(value: unknown, read: (item: unknown) => T): readonly T[] {
  return listOf(value).map((item, i) => reading(i, () => read(item)));
}

/** An object, its fields unread. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : malformed(value, 'an object');
}

/** The value is malformed. */
export function malformed(value: unknown, wanted: string): never {
  throw new Malformed(value === undefined ? `is missing: write ${wanted}` : `must be ${wanted}`);
}
