import type { Span } from '../text/span.ts';

/** What every suppression begins with, behind its `#`. */
export const suppressionWord = 'kubecompat-ignore';

/** A comment that ignores findings: `# kubecompat-ignore CODE, CODE until 2027-01-31: reason`. */
export interface Suppression {
  /** The comment, from its `#` to the end of its line. */
  readonly span: Span;
  readonly codes: readonly string[];
  /** The last day that it counts on, as `YYYY-MM-DD`. */
  readonly until: string | undefined;
  readonly reason: string;
  /** Where it counts: findings that begin in this stretch, its end included. */
  readonly covers: Span;
}

/** A comment that was meant to be one. */
export interface MalformedSuppression {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
  /** The whole comment as it should be, where that is certain. */
  readonly right: string | undefined;
}

/** The suppressions of a text, in the order of the text. */
export interface Suppressions {
  readonly suppressions: readonly Suppression[];
  readonly malformed: readonly MalformedSuppression[];
}
