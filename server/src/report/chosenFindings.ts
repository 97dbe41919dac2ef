import type { FileReport } from './buildReport.ts';
import { withWorstFindings } from './summarize.ts';
import type { ReportFinding, ReportResource } from './workspaceReport.ts';

/** The findings that a run reports; undefined for all. */
export interface ChosenFindings {
  readonly codes: ReadonlySet<string> | undefined;
  /** Whether the run reports findings of resources with an apiVersion. */
  readonly includesApiVersion: ((apiVersion: string) => boolean) | undefined;
}

/**
 * The report of a file with only the chosen findings. Findings without a resource, such as broken YAML, may concern any
 * component and are always included.
 */
export function withChosen(report: FileReport, { codes, includesApiVersion }: ChosenFindings): FileReport {
  const { documents, resources, notJudged, suppressed, share } = report;
  const byId = new Map<string | undefined, ReportResource>(resources.map((resource) => [resource.id, resource]));
  const isChosen = ({ code, resource }: ReportFinding): boolean => {
    const { apiVersion } = byId.get(resource) ?? {};
    return codes?.has(code) !== false && (apiVersion === undefined || includesApiVersion?.(apiVersion) !== false);
  };
  const findings = report.findings.filter(isChosen);
  return { documents, resources: withWorstFindings(resources, findings), findings, notJudged, suppressed, share };
}
