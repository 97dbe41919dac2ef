import type { ReportFinding } from './workspaceReport.ts';

/** One finding as people see it: what several targets have in common is said once. */
export interface MergedFinding {
  readonly finding: ReportFinding;
  /** The names of the targets it holds for, in the order of the findings. */
  readonly targets: readonly string[];
}

/** Puts findings together that differ in nothing but their target. Keeps the order of the first ones. */
export function mergeFindings(findings: readonly ReportFinding[]): readonly MergedFinding[] {
  const merged = new Map<string, { finding: ReportFinding; targets: string[] }>();
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.file,
      finding.offset,
      finding.code,
      finding.severity,
      finding.path,
      finding.message,
      finding.why,
      finding.remedy,
    ]);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { finding, targets: [finding.target] });
    else if (!known.targets.includes(finding.target)) known.targets.push(finding.target);
  }
  return [...merged.values()];
}
