import type { Value } from '../value.ts';

/** What breaks a check, in the server's words, and the first place that does. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
  readonly at: Value;
}
