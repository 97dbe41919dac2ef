// Only these two imports: importing all of semver would slow down every start.
import coerce from 'semver/functions/coerce.js';
import parse from 'semver/functions/parse.js';

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
 * The minor of a release in common notations: `1.36`, `v1.36.2`, `1.36.0-rc.1`, `v1.33.4+k3s1`, `1.36-gke.100`.
 * Undefined for anything else, including a major other than 1.
 */
export function parseMinor(text: string): Minor | undefined {
  if (!/^v?1\.\d+/.test(text.trim())) return undefined;
  const version = parse(text.trim()) ?? coerce(text.trim());
  return version !== null && version.major === 1 && isMinor(version.minor) ? version.minor : undefined;
}
