import { setTimeout as sleep } from 'node:timers/promises';
import guards from '../guards.json' with { type: 'json' };

/** The milliseconds after which a test counts as hanging. */
export const testMs = guards.testMinutes * 60_000;

/** The milliseconds after which waiting for an event counts as hanging. */
export const waitMs = guards.waitMinutes * 60_000;

const pauseMs = 10;

/**
 * Waits until `look` returns something other than undefined or false. It counts attempts, not time: on a busy machine
 * attempts are slower, and it waits longer.
 */
export async function until<T>(
  what: string,
  poll: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (let attempts = waitMs / pauseMs; attempts > 0; attempts--) {
    const found = await poll();
    if (found !== undefined && found !== false) return found;
    await sleep(pauseMs);
  }
  throw new Error(`timed out waiting for ${what}`);
}
