import type { Minor } from '../targets/version.ts';
import { factAt, type History } from './catalog.ts';

/** A default that was not measured. */
export const unmeasured = Symbol('unmeasured');

/** A value that was measured, or is not known. */
export type Measured<T> = T | typeof unmeasured;

/** The value at a minor: measured there, or the same in the measured minors around it. */
export function measuredAt<T>(
  history: History<T>,
  measuredIn: readonly Minor[],
  minor: Minor,
): Measured<T | undefined> {
  const below = measuredIn.findLast((candidate) => candidate <= minor);
  const above = measuredIn.find((candidate) => candidate >= minor);
  if (below === undefined || above === undefined) return unmeasured;
  const value = factAt(history, below);
  return sameValue(value, factAt(history, above)) ? value : unmeasured;
}

/** Whether two values are equal as JSON; an unmeasured value equals only itself. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a !== 'symbol' && typeof b !== 'symbol' && JSON.stringify(a) === JSON.stringify(b));
}
