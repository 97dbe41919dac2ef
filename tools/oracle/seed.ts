/** A seed, and the number of changes per object. */
export interface Seed {
  readonly seed: number;
  readonly changes: number;
}
