import type {
  Edit,
  Finding,
  FixKind,
  NotJudged,
  Range,
  Severity,
  TargetProblem,
} from '../../../server/src/library/types.ts';

/** A question of the page to the checker. Every question gets one answer with its number, in order. */
export type Question = { readonly number: number } & (
  | { readonly ask: 'check'; readonly text: string; readonly targets: readonly string[] }
  | {
      readonly ask: 'fix';
      readonly text: string;
      readonly targets: readonly string[];
      readonly accept: readonly FixKind[];
    }
  | {
      readonly ask: 'convert';
      readonly text: string;
      readonly targets: readonly string[];
      readonly to: string | undefined;
    }
);

/** An answer of the checker. */
export type Answer = { readonly number: number } & (
  | { readonly answer: 'checked'; readonly report: Report }
  | { readonly answer: 'changed'; readonly text: string; readonly lines: readonly string[] }
  | { readonly answer: 'failed'; readonly why: string }
);

/** The result for a text. */
export interface Report {
  readonly resources: number;
  readonly findings: readonly ShownFinding[];
  /** How many more there are than are shown. */
  readonly more: number;
  readonly notJudged: readonly NotJudged[];
  /** Targets that cannot be, and why. */
  readonly problems: readonly { readonly target: string; readonly problems: readonly TargetProblem[] }[];
  /** Sets of definitions that could not be loaded. */
  readonly missingSets: readonly string[];
}

/** A finding as the page shows it. */
export interface ShownFinding
  extends Pick<Finding, 'code' | 'consequence' | 'path' | 'message' | 'why' | 'remedy' | 'source' | 'target'> {
  readonly severity: Severity;
  readonly range: Range;
  /** `Deployment web`. */
  readonly resource: string | undefined;
  readonly fixes: readonly ShownFix[];
}

/** A change that the page can make. */
export interface ShownFix {
  readonly title: string;
  readonly kind: FixKind;
  readonly edits: readonly Edit[];
  readonly left: readonly string[];
}
