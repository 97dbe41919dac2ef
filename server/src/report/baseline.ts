import { compareText } from './order.ts';
import { summarize, withWorstFindings } from './summarize.ts';
import type { BaselineEntry, ReportFinding, WorkspaceReport } from './workspaceReport.ts';

/** Known findings that reports omit (`schemas/baseline.schema.json`). */
export interface Baseline {
  readonly schemaVersion: 1;
  /** By file, code, target, path and fingerprint. */
  readonly findings: readonly BaselineEntry[];
}

/** The empty baseline. */
export const emptyBaseline: Baseline = { schemaVersion: 1, findings: [] };

/**
 * Removes the known findings from a report, and lists the entries that no longer match.
 *
 * @param covers whether the run covered an entry; the others are not stale.
 */
export function withBaseline(
  report: WorkspaceReport,
  baseline: Baseline,
  covers: (entry: BaselineEntry) => boolean,
): WorkspaceReport {
  const known = new Set(baseline.findings.map(({ fingerprint }) => fingerprint));
  const reported = new Set(report.findings.map(({ fingerprint }) => fingerprint));
  const findings = report.findings.filter(({ fingerprint }) => !known.has(fingerprint));
  const stale = baseline.findings.filter((entry) => !reported.has(entry.fingerprint) && covers(entry));
  const targets = report.targets.map(({ name }) => name);
  return {
    ...report,
    resources: withWorstFindings(report.resources, findings),
    findings,
    baseline: { findings: report.findings.length - findings.length, stale: [...stale].sort(compareEntries) },
    summary: summarize(report.summary, findings, targets),
  };
}

/** The baseline with all findings of a report, and the entries of an earlier one that the run did not cover. */
export function baselineOf(
  { findings, resources }: WorkspaceReport,
  earlier: Baseline,
  covers: (entry: BaselineEntry) => boolean,
): Baseline {
  const kinds = new Map(resources.map(({ id, kind, name }) => [id, name === undefined ? kind : `${kind} ${name}`]));
  const entries = new Map<string, BaselineEntry>();
  for (const entry of earlier.findings) if (!covers(entry)) entries.set(entry.fingerprint, entry);
  for (const finding of findings) {
    const resource = finding.resource === undefined ? undefined : kinds.get(finding.resource);
    entries.set(finding.fingerprint, entryOf(finding, resource));
  }
  return { schemaVersion: 1, findings: [...entries.values()].sort(compareEntries) };
}

function entryOf({ file, code, target, path, fingerprint }: ReportFinding, resource: string | undefined) {
  return { file, code, target, ...(resource === undefined ? {} : { resource }), path, fingerprint };
}

/** The text of a baseline: an entry per line, so that merges rarely conflict. */
export function baselineText({ schemaVersion, findings }: Baseline): string {
  const lines = findings.map((entry) => `\n${JSON.stringify(entry)}`);
  return `{\n"schemaVersion": ${schemaVersion},\n"findings": [${lines.join(',')}${lines.length === 0 ? '' : '\n'}]\n}\n`;
}

/** The order of entries in baselines and reports. */
export function compareEntries(left: BaselineEntry, right: BaselineEntry): number {
  return (
    compareText(left.file, right.file) ||
    compareText(left.code, right.code) ||
    compareText(left.target, right.target) ||
    compareText(left.path, right.path) ||
    compareText(left.fingerprint, right.fingerprint)
  );
}
