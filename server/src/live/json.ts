/** A JSON object with unvalidated members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key; an empty one if absent. */
export function objectAt(value: unknown, key: string): JsonObject {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

/** The text at a key; undefined if absent. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The items of the list under a key; empty if there is none. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const found: unknown = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

/** The texts of the list under a key. */
export function textsAt(value: unknown, key: string): readonly string[] {
  return listAt(value, key).filter((item) => typeof item === 'string');
}
