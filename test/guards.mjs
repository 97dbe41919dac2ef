// How long tests wait before they assume a hang, in milliseconds. No test should come close: a busy machine takes many
// times as long as an idle one. guards.json is also read by mocha and by tests.
import { readFileSync } from 'node:fs';

const { waitMinutes, testMinutes, suiteMinutes } = JSON.parse(
  readFileSync(new URL('./guards.json', import.meta.url), 'utf8'),
);

/** For one thing to happen. */
export const waitMs = waitMinutes * 60_000;

/** For one test to end. */
export const testMs = testMinutes * 60_000;

/** For one program that runs a whole suite to end. */
export const suiteMs = suiteMinutes * 60_000;
