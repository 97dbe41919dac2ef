import { randomFrom } from '../../../server/src/text/randomFrom.ts';

/** Picks one of several values. */
export type Pick = <T>(...of: readonly [T, ...T[]]) => T;

/** The random choices for the objects of a scene. */
export interface Drawing {
  readonly namespace: string;
  readonly pick: Pick;
  /** True in `chance` of ten cases. */
  readonly odds: (chance: number) => boolean;
}

/** The same choices for the same seed. */
export function drawingFrom(seed: number, namespace: string): Drawing {
  const random = randomFrom(seed);
  return { namespace, pick: pickWith(random), odds: (chance) => random() * 10 < chance };
}

/** Picks that are the same for the same seed. */
export function pickFrom(seed: number): Pick {
  return pickWith(randomFrom(seed));
}

function pickWith(random: () => number): Pick {
  return (...of) => of[Math.floor(random() * of.length)] ?? of[0];
}
