/* The used part of `node:os`. */

/** There is this thread. */
export function availableParallelism(): number {
  return 1;
}
