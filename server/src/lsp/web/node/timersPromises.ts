/* The used part of `node:timers/promises`. */

/** Lets others have their turn. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
