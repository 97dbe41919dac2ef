// npm run fuzz: tries random inputs with new seeds until it is stopped, and stores failing inputs, minimised, in
// found/.
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { storeFailure } from './found.ts';
import { subjects } from './registry.ts';
import type { Subject } from './subject.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    inputs: { type: 'string' },
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
  },
});
const chosen = subjects.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`--only takes ${subjects.map(({ name }) => name).join(', ')}`);
const deadline = Date.now() + Number(values.minutes) * 60_000;
const limit = values.inputs === undefined ? Number.POSITIVE_INFINITY : Number(values.inputs);

/** The number of inputs per batch for a subject with the share 1. */
const batch = 100;

/** A text that takes longer counts as a hang; the limit allows for a busy machine. */
const hangMs = 120_000;

interface Tally {
  inputs: number;
  failures: number;
  slowestMs: number;
}

interface Reported {
  readonly text?: string;
  readonly failure?: string;
  readonly done?: number;
  readonly slowest?: number;
}

const tallies = new Map<string, Tally>();
let total = 0;

/** Runs one batch in the process of a subject, which is killed if a text hangs. */
function run(worker: ChildProcess, subject: Subject, seed: number, count: number): Promise<boolean> {
  const tally = tallies.get(subject.name) ?? { inputs: 0, failures: 0, slowestMs: 0 };
  tallies.set(subject.name, tally);
  return new Promise((resolve) => {
    let last = '';
    const failed = (failure: string, text: string) => {
      tally.failures++;
      console.log(`FAIL ${subject.name}, seed ${seed}: ${failure}\n     kept as ${storeFailure(subject.name, text)}`);
    };
    const onTimeout = () => {
      failed('does not end', last);
      finish(false);
    };
    let timer = setTimeout(onTimeout, hangMs);
    const finish = (isAlive: boolean) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(isAlive);
    };
    worker.on('message', ({ text = '', failure, done, slowest = 0 }: Reported) => {
      clearTimeout(timer);
      timer = setTimeout(onTimeout, hangMs);
      if (failure !== undefined) failed(failure, text);
      else if (done === undefined) last = text;
      else {
        tally.inputs += done;
        total += done;
        tally.slowestMs = Math.max(tally.slowestMs, slowest);
        finish(true);
      }
    });
    worker.on('exit', (code, signal) => {
      failed(`ends its process with ${signal ?? code}`, last);
      finish(false);
    });
    worker.send({ seed, count });
  });
}

const program = fileURLToPath(new URL('worker.ts', import.meta.url));
const workers = new Map<string, ChildProcess>();
let nextSeed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
while (Date.now() < deadline && total < limit) {
  for (const subject of chosen) {
    const worker = workers.get(subject.name) ?? fork(program, [subject.name], { execArgv: ['--import', 'tsx'] });
    workers.set(subject.name, worker);
    const isAlive = await run(worker, subject, nextSeed, Math.ceil(batch * subject.share));
    if (!isAlive) {
      workers.delete(subject.name);
      worker.kill('SIGKILL');
    }
  }
  nextSeed = (nextSeed + 1) % 2 ** 31;
  console.log(`${total} inputs, next seed ${nextSeed}`);
}
for (const worker of workers.values()) worker.kill();
for (const [name, { inputs, failures, slowestMs }] of tallies)
  console.log(
    `${name.padEnd(14)} ${String(inputs).padStart(9)} inputs, ${failures} failures, slowest ${Math.round(slowestMs)} ms of CPU`,
  );
const failures = [...tallies.values()].reduce((sum, tally) => sum + tally.failures, 0);
console.log(`${total} inputs, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
