/** Validates a string argument. Throws a TypeError for anything else: JavaScript callers can pass any value. */
export function stringIn(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/** The strings that an argument must be. Throws a TypeError for another type. */
export function stringsIn(name: string, value: unknown): readonly string[] {
  return listIn(name, 'strings', value).map((item, index) => stringIn(`${name}[${index}]`, item));
}

/** The words that an argument must be. Throws a TypeError for another type and a RangeError for another word. */
export function wordsIn<Word extends string>(name: string, value: unknown, allowed: readonly Word[]): readonly Word[] {
  return listIn(name, 'strings', value).map((item, index) => wordIn(`${name}[${index}]`, item, allowed));
}

/** The maximum length; a sparse array can claim billions of items. */
const maxItems = 100_000;

/** Validates an array argument, including holes. Throws a TypeError for anything but an array. */
export function listIn(name: string, of: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array of ${of}, not ${kindOf(value)}`);
  if (value.length > maxItems) throw new RangeError(`${name}: at most ${maxItems} ${of}, not ${value.length}`);
  return Array.from<unknown>(value);
}

/** The word that an argument must be. Throws a TypeError for another type and a RangeError for another word. */
export function wordIn<Word extends string>(name: string, value: unknown, allowed: readonly Word[]): Word {
  const written = stringIn(name, value);
  const word = allowed.find((candidate) => candidate === written);
  if (word !== undefined) return word;
  throw new RangeError(`${name}: "${written}" must be one of ${allowed.join(', ')}`);
}

/** The day that an argument must be, `YYYY-MM-DD`. Throws a TypeError for another type and a RangeError for no day. */
export function dayIn(name: string, value: unknown): string {
  const written = stringIn(name, value);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(written) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(written)) return written;
  throw new RangeError(`${name}: "${written}" is not a day; write it as YYYY-MM-DD`);
}

/** The options that an argument must be; none if it is left out. Throws a TypeError for anything but an object. */
export function optionsIn<Options extends object>(value: Options | undefined): Partial<Options> {
  const given: unknown = value;
  if (given === undefined) return {};
  if (value !== undefined && typeof given === 'object' && given !== null && !Array.isArray(given)) return value;
  throw new TypeError(`options must be an object, not ${kindOf(given)}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value;
}
