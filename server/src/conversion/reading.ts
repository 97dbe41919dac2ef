import type { Value } from './value.ts';

/** Malformed rules. `readRuleFile` turns it into a problem; for our own data it is an error. */
export class Malformed extends TypeError {
  /** The fields and indexes to the malformed value, the outermost first. */
  readonly path: readonly (string | number)[];
  readonly problem: string;

  constructor(problem: string, path: readonly (string | number)[] = []) {
    super(`${path.join('.')}: ${problem}`);
    this.problem = problem;
    this.path = path;
  }
}

/** Reads a value, and adds its field or index to the path of errors. */
export function reading<T>(step: string | number, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof Malformed ? new Malformed(thrown.problem, [step, ...thrown.path]) : thrown;
  }
}

/** Reads a required field. */
export function field<T>(fields: Fields, name: string, read: (value: unknown) => T): T {
  return reading(name, () => read(fields[name]));
}

/** Reads an optional field: an object with it, or an empty one. */
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

/** Reads one of the given words. */
export function oneOf<const T extends string>(value: unknown, names: readonly T[]): T {
  return names.find((name) => name === value) ?? malformed(value, `one of ${names.join(', ')}`);
}

/** Reads any plain data. */
export function jsonOf(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (typeof value === 'bigint') return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, member]) => [key, jsonOf(member)]));
}

/** Reads a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : malformed(value, 'a string');
}

/** Reads a list, without its items. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : malformed(value, 'a list');
}

/** Reads a list with its items. */
export function itemsOf<T>(value: unknown, read: (item: unknown) => T): readonly T[] {
  return listOf(value).map((item, i) => reading(i, () => read(item)));
}

/** Reads an object, without its fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : malformed(value, 'an object');
}

/** Throws {@link Malformed} for a value. */
export function malformed(value: unknown, expected: string): never {
  throw new Malformed(value === undefined ? `is missing: write ${expected}` : `must be ${expected}`);
}
