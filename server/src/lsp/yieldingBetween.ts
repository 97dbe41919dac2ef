import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a turn of long work may block others. */
const turnMs = 20;

/** Iterates in turns, so that requests are answered in between. */
export async function* yieldingBetween<T>(all: Iterable<T>): AsyncGenerator<T, void, void> {
  let turn = performance.now();
  for (const nonNullable of all) {
    if (performance.now() - turn > turnMs) {
      await nextTurn();
      turn = performance.now();
    }
    yield nonNullable;
  }
}
