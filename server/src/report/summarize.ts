import { type Consequence, type Severity, severities } from '../finding.ts';
import type { ReportFinding, ReportResource, ReportSummary, ResourceVerdict } from './workspaceReport.ts';

/** Whether `severity` is at least as severe as `threshold`. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(threshold);
}

/** The highest severity with a nonzero count; undefined if there is none. */
export function mostSevere(counts: Readonly<Record<Severity, number>>): Severity | undefined {
  return severities.find((severity) => counts[severity] > 0);
}

/** The more severe of two severities; null is less than any. */
export function moreSevere(a: Severity | null, b: Severity): Severity {
  return a !== null && isAtLeast(a, b) ? a : b;
}

function noSeverities(): Record<Severity, number> {
  return { error: 0, warning: 0, information: 0, hint: 0 };
}

/** Counts of zero for every consequence. */
export function noConsequences(): Record<Consequence, number> {
  return {
    'not-served': 0,
    undecodable: 0,
    invalid: 0,
    'unknown-field': 0,
    'duplicate-field': 0,
    'not-started': 0,
    'release-dependent': 0,
    'build-dependent': 0,
    'writer-dependent': 0,
    'accepted-not-served': 0,
    forbidden: 0,
    unsupported: 0,
    dropped: 0,
    warning: 0,
    advice: 0,
  };
}

/** The counts of a summary that do not follow from a report's findings. */
export type Counted = Pick<
  ReportSummary,
  'files' | 'documents' | 'resources' | 'notJudged' | 'suppressed' | 'coverage'
>;

/** The properties of a finding that a summary counts. */
export type CountedFinding = Pick<ReportFinding, 'severity' | 'consequence' | 'target'>;

/** The summary of a report. */
export function summarize(
  { files, documents, resources, notJudged, suppressed, coverage }: Counted,
  findings: Iterable<CountedFinding>,
  targets: readonly string[],
): ReportSummary {
  const bySeverity = noSeverities();
  const byConsequence = noConsequences();
  const byTarget: Record<string, Record<Severity, number>> = {};
  for (const name of targets) byTarget[name] = noSeverities();
  for (const { severity, consequence, target } of findings) {
    bySeverity[severity]++;
    byConsequence[consequence]++;
    const counts = byTarget[target];
    if (counts !== undefined) counts[severity]++;
  }
  return { files, documents, resources, notJudged, suppressed, coverage, bySeverity, byConsequence, byTarget };
}

/** The resources, with `worst` set to the worst of these findings at each target. */
export function withWorstFindings(
  resources: readonly ReportResource[],
  findings: readonly ReportFinding[],
): readonly ReportResource[] {
  const worst = new Map<string, Map<string, Severity>>();
  for (const { resource, target, severity } of findings) {
    if (resource === undefined) continue;
    const atTargets = worst.get(resource) ?? new Map<string, Severity>();
    worst.set(resource, atTargets.set(target, moreSevere(atTargets.get(target) ?? null, severity)));
  }
  return resources.map((resource) => {
    const atTargets = worst.get(resource.id);
    const targets = Object.entries(resource.targets).map(([target, verdict]): [string, ResourceVerdict] => [
      target,
      { ...verdict, worst: atTargets?.get(target) ?? null },
    ]);
    return { ...resource, targets: Object.fromEntries(targets) };
  });
}
