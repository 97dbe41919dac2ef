import { setFlagsFromString } from 'node:v8';

/** A flag of V8, and the oldest and newest V8, by their major versions, in which it was measured to be worth setting. */
interface MeasuredFlag {
  readonly flag: string;
  readonly oldest: number;
  readonly newest: number;
}

/** Each spares more than 3 % of the time of a check there: Node 20 has V8 11, Node 22 has 12, Node 24 has 13. */
const shortRun: readonly MeasuredFlag[] = [
  { flag: '--max-inlined-bytecode-size-cumulative=100', oldest: 11, newest: 13 },
  // Later versions of V8 have no such flag.
  { flag: '--interrupt-budget=500000', oldest: 11, newest: 11 },
];

/**
 * The heap of each thread grows by so many percent until V8 collects all of its garbage, and not by several times. In a
 * check of 60,150 documents it spares 38 % of the memory on Node 20 and 22 and 26 % on Node 24; in small runs nothing.
 */
const largeRun: readonly MeasuredFlag[] = [{ flag: '--heap-growing-percent=40', oldest: 11, newest: 13 }];

/** In a run with so many files most of the memory is garbage that V8 has not yet collected. */
const manyFiles = 10_000;

/**
 * Tells V8 that this process will soon end. By its defaults it optimizes what is called often, in every thread again, which
 * takes longer than the run would without. A server, which lives for hours, keeps the defaults.
 */
export function expectShortRun(): void {
  for (const flag of flagsFor('short', process.versions.v8)) setFlagsFromString(flag);
}

/** Tells V8 how many files there are to judge: with many of them memory counts for more than time. */
export function expectFiles(count: number): void {
  if (count < manyFiles) return;
  for (const flag of flagsFor('large', process.versions.v8)) setFlagsFromString(flag);
}

/**
 * The flags of a run for a V8 of this version, such as 13.6.233. Another than those in which they were measured gets none: V8
 * complains of a flag that it does not know on standard error, and cannot be asked before which it knows.
 */
export function flagsFor(run: 'short' | 'large', version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  return (run === 'short' ? shortRun : largeRun).flatMap(({ flag, oldest, newest }) =>
    major >= oldest && major <= newest ? [flag] : [],
  );
}
