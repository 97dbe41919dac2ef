import type { Span } from '../text/span.ts';

/** The word that every suppression begins with, after `#`. */
export const suppressionWord = 'kubecompat-ignore';

/** A comment that ignores findings: `# kubecompat-ignore CODE, CODE until 2027-01-31: reason`. */
export interface Suppression {
  /** The comment, from its `#` to the end of its line. */
  readonly span: Span;
  readonly codes: readonly string[];
  /** The last day of validity, `YYYY-MM-DD`. */
  readonly until: string | undefined;
  readonly reason: string;
  /** It covers findings that begin in this span, its end included. */
  readonly covers: Span;
}

/** A comment that was meant to be a suppression. */
export interface MalformedSuppression {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
  /** The corrected comment, if that is certain. */
  readonly corrected: string | undefined;
}

/** The suppressions of a text, in the order of the text. */
export interface Suppressions {
  readonly suppressions: readonly Suppression[];
  readonly malformed: readonly MalformedSuppression[];
}
