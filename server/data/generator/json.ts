// Readers of parsed JSON: each returns the expected shape, or throws a TypeError that quotes the value.

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object. */
export function object(value: unknown): JsonObject {
  if (!isObject(value)) throw wrong('an object', value);
  return value;
}

/** The member `name` of an object; undefined if it is absent. */
export function fieldOf(value: unknown, name: string): unknown {
  return object(value)[name];
}

/** The value as a string. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw wrong('a string', value);
  return value;
}

/** The value as a string; undefined if it is absent. */
export function optionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}

/** The value as a boolean. */
export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong('a boolean', value);
  return value;
}

/** The value as an array; empty if it is absent. */
export function arrayOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong('an array', value);
  return value;
}

/** The value as an array of strings; empty if it is absent. */
export function texts(value: unknown): readonly string[] {
  return arrayOf(value).map(text);
}

function wrong(expected: string, value: unknown): TypeError {
  return new TypeError(`expected ${expected}, found ${JSON.stringify(value)?.slice(0, 80)}`);
}
