import type { FileReport } from './buildReport.ts';
import { withWorstFindings } from './summarize.ts';
import type { ReportFinding, ReportResource } from './workspaceReport.ts';

/** Which findings a run is about; undefined is all. */
export interface ChosenFindings {
  readonly codes: ReadonlySet<string> | undefined;
  /** Whether a run is about the kinds of an apiVersion. */
  readonly isOf: ((apiVersion: string) => boolean) | undefined;
}

/**
 * The report of a file with only the chosen findings. A finding without a resource, such as broken YAML, may be about
 * any component.
 */
export function withChosen(report: FileReport, { codes, isOf }: ChosenFindings): FileReport {
  const { documents, resources, notJudged, suppressed, share } = report;
  const byId = new Map<string | undefined, ReportResource>(resources.map((resource) => [resource.id, resource]));
  const isChosen = ({ code, resource }: ReportFinding): boolean => {
    const { apiVersion } = byId.get(resource) ?? {};
    return codes?.has(code) !== false && (apiVersion === undefined || isOf?.(apiVersion) !== false);
  };
  const findings = report.findings.filter(isChosen);
  return { documents, resources: withWorstFindings(resources, findings), findings, notJudged, suppressed, share };
}
