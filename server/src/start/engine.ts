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
 * Tells V8 that this process will soon end. By its defaults it optimizes what is called often, in every thread anew, which
 * takes longer than the run would without. A server, which lives for hours, keeps the defaults.
 */
export function expectShortRun(): void {
  for (const flag of shortRunFlags(process.versions.v8)) setFlagsFromString(flag);
}

/**
 * The flags for a V8 of this version, such as 13.6.233. Another than those in which they were measured gets none: V8
 * complains of a flag that it does not know on standard error, and cannot be asked before which it knows.
 */
export function shortRunFlags(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  return shortRun.flatMap(({ flag, oldest, newest }) => (major >= oldest && major <= newest ? [flag] : []));
}
