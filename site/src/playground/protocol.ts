import type {
  Edit,
  Finding,
  FixKind,
  NotJudged,
  Range,
  Severity,
  TargetProblem,
} from '../../../server/src/library/types.ts';

/** What the page asks of the checker. Every question gets one answer with its number, in order. */
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

/** What the checker answers. */
export type Answer = { readonly number: number } & (
  | { readonly answer: 'checked'; readonly report: Report }
  | { readonly answer: 'changed'; readonly text: string; readonly said: readonly string[] }
  | { readonly answer: 'failed'; readonly why: string }
);

/** What is said of a text. */
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
