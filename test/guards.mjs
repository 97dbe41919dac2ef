// How long tests wait before they take what they wait for to hang, in milliseconds. No test is to come near: a machine that
// is busy with something else takes many times as long as an idle one. guards.json is also read by mocha and by tests.
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
