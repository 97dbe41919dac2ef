import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long others may have to wait for work that takes long. */
const turnMs = 20;

/** Goes through something long in turns, so that requests are answered in between. */
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
