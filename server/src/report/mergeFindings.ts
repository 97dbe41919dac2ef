import type { Severity } from '../finding.ts';
import { entriesByFile } from './reportEntries.ts';
import type { ReportFinding, WorkspaceReport } from './workspaceReport.ts';

/** A finding for display, common to several targets. */
export interface MergedFinding {
  readonly finding: ReportFinding;
  /** The names of its targets, in the order of the findings. */
  readonly targets: readonly string[];
  /** The targets of each reason: a reason often names the version of its target. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
}

/** Merges findings that differ only in target and reason. Keeps the order of first occurrence. */
export function mergeFindings(findings: readonly ReportFinding[]): readonly MergedFinding[] {
  const merged = new Map<string, { finding: ReportFinding; targets: string[]; reasons: Map<string, string[]> }>();
  for (const finding of findings) {
    const { file, offset, code, severity, path, message, remedy, target, why } = finding;
    const key = JSON.stringify([file, offset, code, severity, path, message, remedy]);
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, { finding, targets: [target], reasons: new Map([[why, [target]]]) });
      continue;
    }
    if (!known.targets.includes(target)) known.targets.push(target);
    const targetsOfReason = known.reasons.get(why);
    if (targetsOfReason === undefined) known.reasons.set(why, [target]);
    else if (!targetsOfReason.includes(target)) targetsOfReason.push(target);
  }
  return [...merged.values()];
}

/** The merged findings of a report, in order. Files are merged separately. */
export function* mergedByFile(report: WorkspaceReport): Iterable<MergedFinding> {
  for (const { findings } of entriesByFile(report)) yield* mergeFindings(findings);
}

/** The number of merged findings of each severity. A report with one target has the same counts in its summary. */
export function countMerged(report: WorkspaceReport): Readonly<Record<Severity, number>> {
  if (report.targets.length < 2) return report.summary.bySeverity;
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { finding } of mergedByFile(report)) counts[finding.severity]++;
  return counts;
}
