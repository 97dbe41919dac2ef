import type { CelValue, Outcome } from './values.ts';

/** A function: the receiver, if there is one, is the first of its arguments; undefined if it takes none like these. */
export type CelFunction = (args: readonly CelValue[]) => Outcome | undefined;

/** Functions by name. */
export type Functions = Readonly<Record<string, CelFunction | undefined>>;
