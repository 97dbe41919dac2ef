/* The used part of `node:os`. */

/** A browser has only this thread. */
export function availableParallelism(): number {
  return 1;
}
