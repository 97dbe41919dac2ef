/** The string that an argument must be. Throws a TypeError for anything else: callers in JavaScript give any value. */
export function stringIn(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/**
 * The strings that an argument must be, each one of `allowed` where that is given. Throws a TypeError for another type
 * and a RangeError for another word.
 */
export function stringsIn<Word extends string>(
  name: string,
  value: unknown,
  allowed?: readonly Word[],
): readonly Word[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array of strings, not ${kindOf(value)}`);
  const isAllowed = (word: string): word is Word =>
    allowed === undefined || allowed.some((candidate) => candidate === word);
  return value.map((item, index) => {
    const word = stringIn(`${name}[${index}]`, item);
    if (isAllowed(word)) return word;
    throw new RangeError(`${name}[${index}]: "${word}" must be one of ${allowed?.join(', ') ?? ''}`);
  });
}

/** The options that an argument must be; none where it is left out. Throws a TypeError for anything but an object. */
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
