import type { Span } from '../text/span.ts';

/** The word that every suppression begins with, after `#`. */
export const suppressionWord = 'kubecompat-ignore';

/** A comment that ignores findings: `# kubecompat-ignore CODE, CODE until 2027-01-31: reason`. */
export interface Suppression {
  /** The comment, from its `#` to the end of its line. */
  readonly span: Span;
  readonly codes: readonly string[];
  /** The last day on which it applies, `YYYY-MM-DD`. */
  readonly until: string | undefined;
  readonly reason: string;
  /** It applies to findings that start in this span or at its end. */
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
