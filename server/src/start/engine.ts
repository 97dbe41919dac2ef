import { setFlagsFromString } from 'node:v8';

/** V8's own flags, and the oldest and newest V8, by their major versions, in which they were measured: Node 20 to 24. */
const shortRun = { flags: ['--max-inlined-bytecode-size-cumulative=100'], oldest: 11, newest: 13 };

/**
 * Tells V8 that this process will soon end. By its defaults it optimizes copies of functions inlined into others, in
 * every thread anew, which takes longer than the run would without. A server, which lives for hours, keeps the defaults.
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
  return major >= shortRun.oldest && major <= shortRun.newest ? shortRun.flags : [];
}
