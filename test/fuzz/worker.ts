import fc from 'fast-check';
import { failureOf } from './failure.ts';
import { minimise } from './minimise.ts';
import { subjects } from './registry.ts';

// Tries inputs of a subject, a batch for each seed that it receives, and sends the results.
const subject = subjects.find(({ name }) => name === process.argv[2]);
if (subject === undefined) throw new Error('started by the fuzzer alone');
const send = (message: object) => process.send?.(message);
const reported = new Set<string>();

process.on('message', async ({ seed, count }: { seed: number; count: number }) => {
  let slowest = 0;
  for (const text of fc.sample(subject.inputs, { seed, numRuns: count })) {
    // Sent before the try: without a further message, this is the text that hangs.
    send({ text });
    const before = process.cpuUsage();
    const failure = await failureOf(subject, text);
    const { user, system } = process.cpuUsage(before);
    slowest = Math.max(slowest, (user + system) / 1000);
    if (failure === undefined || reported.has(failure)) continue;
    reported.add(failure);
    const small = await minimise(text, async (candidate) => (await failureOf(subject, candidate)) === failure);
    send({ failure, text: small });
  }
  send({ done: count, slowest });
});
