/** How loud a finding is, the loudest first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/** A place in a text, 0-based. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A finding at a place in a file. */
export interface Finding {
  readonly uri: string;
  /** The file's name for people, with its folders. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly severity: Severity;
  readonly code: string;
  /** Message, reason and remedy, one per line. */
  readonly message: string;
  /** The targets that it holds for; empty if it holds for any. */
  readonly targets: readonly string[];
  /** The clusters that the file is applied to, judged by these targets; empty if not known. */
  readonly clusters: readonly string[];
  /** `CronJob report`; '' if it is about no resource. */
  readonly resource: string;
  /** The path of the field that it is about. */
  readonly path: string;
}

/** How many findings of each severity there are. */
export type Counts = Readonly<Record<Severity, number>>;

/** Counts findings by their severity. */
export function countsOf(findings: readonly Finding[]): Counts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** The severity of the loudest of some findings. */
export function worstOf(findings: readonly Finding[]): Severity {
  return severities.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'hint';
}
