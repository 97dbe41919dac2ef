/* The used part of `node:timers/promises`. */

/** Yields to other work. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
