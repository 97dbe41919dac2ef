/**
 * A Kubernetes minor release, `36` for 1.36. All of Kubernetes is major 1, so a minor is compared as a number.
 */
export type Minor = number & { readonly minor: unique symbol };

/** Whether a number is an integer of 0 or more. The catalogue may not know the minor. */
export function isMinor(value: number): value is Minor {
  return Number.isInteger(value) && value >= 0;
}

/** The minor with this number. Throws a RangeError if it is not an integer of 0 or more. */
export function minor(value: number): Minor {
  if (!isMinor(value)) throw new RangeError(`not a minor: ${value}`);
  return value;
}

/** Formats a minor as `1.36`. */
export function formatMinor(value: Minor): string {
  return `1.${value}`;
}

/** The minor of a fact, written `1.36`. Throws a RangeError on anything else: facts are part of the program. */
export function factMinor(text: string): Minor {
  const known = factMinors.get(text);
  if (known !== undefined) return known;
  const found = parseMinor(text);
  if (found === undefined) throw new RangeError(`not a version: ${text}`);
  factMinors.set(text, found);
  return found;
}

/** Facts repeat a few dozen versions, some of which are read for every value of a manifest. */
const factMinors = new Map<string, Minor>();

/**
 * The text behind the minor of a release: a patch, then what a provider or a build adds. Two minors, `1.36-1.37`, are no
 * release.
 */
export const releaseSuffix = /^(?:\.(?:\d+|x))?(?!-v?1\.\d)(?:[-+_]+[0-9A-Za-z](?:[0-9A-Za-z.+_-]*[0-9A-Za-z])?)?$/;

/**
 * The minor of a release in common notations: `1.36`, `v1.36.2`, `1.36.x`, `1.36.0-rc.1`, `v1.33.4+k3s1`,
 * `1.36-gke.100`. Undefined for anything else: another major, or text that is not understood to its last character.
 */
export function parseMinor(text: string): Minor | undefined {
  const [whole, digits] = /^v?1\.(\d+)/.exec(text.trim()) ?? [];
  if (whole === undefined || !releaseSuffix.test(text.trim().slice(whole.length))) return undefined;
  const value = Number(digits);
  return Number.isSafeInteger(value) && isMinor(value) ? value : undefined;
}
