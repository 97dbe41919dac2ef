const values: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((word): [string, boolean] => [word, true]),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((word): [string, boolean] => [word, false]),
]);

/** The values that Go's `strconv.ParseBool` takes, for messages. */
export const goBoolWords = 'true or false (also 1, t, T, TRUE, True, 0, f, F, FALSE, False)';

/** Reads a boolean as Go's `strconv.ParseBool` does; undefined for any other word. */
export function parseGoBool(text: string): boolean | undefined {
  return values.get(text);
}
