import type { Value } from '../value.ts';

/** A violation in the server's words, and its first position. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
  readonly at: Value;
}
