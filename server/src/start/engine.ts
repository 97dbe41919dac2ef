import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 that this process will soon end. By its defaults it spends a third of a run of thousands of files, in every
 * thread anew, on optimizing code again and again that has few more files to see, and most of that on copies of
 * functions inlined into others; a quick first compiler for everything and a slow one for the hottest alone is faster.
 * Threads that start from now on have room at once for what a few files leave behind, instead of moving it about while
 * they grow, and each collects its garbage alone: helpers would take their time from the threads that judge. What has
 * grown old is hardly ever garbage before the end, so it is seldom searched for any, and then at one go, as nobody waits
 * for an answer meanwhile. Code that waited for its next use is not thrown away. A server, which lives for hours, keeps
 * the defaults.
 */
export function expectShortRun(): void {
  for (const flag of shortRun) setFlagsFromString(flag);
}

const shortRun: readonly string[] = [
  '--no-flush-bytecode',
  '--always-sparkplug',
  '--max-inlined-bytecode-size-cumulative=100',
  '--interrupt-budget=500000',
  '--min-semi-space-size=16',
  '--no-parallel-scavenge',
  '--no-incremental-marking',
  '--heap-growing-percent=500',
  '--initial-old-space-size=200',
];
