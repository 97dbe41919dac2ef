import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 that this process will soon end. By its defaults it spends a third of a run of thousands of files, in every
 * thread anew, on optimizing code again and again that has few more files to see; being slower to optimize is faster.
 * Engines that do not know the flag ignore it. A server, which lives for hours, keeps the defaults.
 */
export function expectShortRun(): void {
  setFlagsFromString('--interrupt-budget=1000000');
}
