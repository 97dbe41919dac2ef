import { grouped } from '../text/grouped.ts';
import type { FileReport } from './buildReport.ts';
import { byFile } from './order.ts';
import type { ReportEvidence, ReportFinding, ReportResource, ReportShard, WorkspaceReport } from './workspaceReport.ts';
import { type WrittenEntries, writtenOf } from './writtenReport.ts';

/** The file reports that each report was built from. */
const parts = new WeakMap<WorkspaceReport, readonly FileReport[]>();

/** Records the file reports that a report was built from. */
export function withFileReports(report: WorkspaceReport, reports: readonly FileReport[]): WorkspaceReport {
  parts.set(report, reports);
  return report;
}

/** The file reports that a report was built from; for a report that was parsed from JSON, its entries by file. */
export function fileReportsOf(report: WorkspaceReport): readonly FileReport[] {
  const known = parts.get(report);
  if (known !== undefined) return known;
  const noCounts = { documents: 0, notJudged: [], suppressed: 0, share: { judged: 0, inPart: {}, notJudged: {} } };
  return Array.from(
    groupedByFile(report),
    ({ resources, findings }): FileReport => ({
      ...noCounts,
      resources,
      findings,
    }),
  );
}

/** Marks a report as a shard of a larger run. */
export function withShard(report: WorkspaceReport, shard: ReportShard): WorkspaceReport {
  return withMembers(report, { shard });
}

/** Adds evidence of the use of outdated APIs to a report. */
export function withEvidence(report: WorkspaceReport, evidence: readonly ReportEvidence[]): WorkspaceReport {
  return withMembers(report, { evidence });
}

function withMembers(report: WorkspaceReport, added: Pick<WorkspaceReport, 'shard' | 'evidence'>): WorkspaceReport {
  const { schemaVersion, tool, targets, notJudged, coverage, clusters, notApplied, fleet, baseline, summary } = report;
  const { unknownClusters } = report;
  const { shard = report.shard, evidence = report.evidence } = added;
  const changed: WorkspaceReport = {
    schemaVersion,
    tool,
    targets,
    get resources() {
      return report.resources;
    },
    get findings() {
      return report.findings;
    },
    notJudged,
    ...(coverage === undefined ? {} : { coverage }),
    ...(clusters === undefined ? {} : { clusters }),
    ...(notApplied === undefined ? {} : { notApplied }),
    ...(unknownClusters === undefined ? {} : { unknownClusters }),
    ...(fleet === undefined ? {} : { fleet }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(shard === undefined ? {} : { shard }),
    ...(baseline === undefined ? {} : { baseline }),
    summary,
  };
  const reports = parts.get(report);
  return reports === undefined ? changed : withFileReports(changed, reports);
}

/** The entries of one file in a report, parsed at each access. */
export interface FileEntries {
  readonly file: string;
  readonly resources: readonly ReportResource[];
  readonly findings: readonly ReportFinding[];
}

/** The entries of a report, file by file, so that only those of one file are in memory. */
export function* entriesByFile(report: WorkspaceReport): Iterable<FileEntries> {
  const reports = parts.get(report);
  if (reports === undefined) {
    yield* groupedByFile(report);
    return;
  }
  const named = reports.flatMap((fileReport) => {
    const file = fileOf(fileReport);
    return file === undefined ? [] : [{ file, reports: [fileReport] }];
  });
  for (const { file, reports: fileReports } of joinNeighbours(byFile(named))) {
    yield {
      file,
      get resources() {
        return fileReports.flatMap(({ resources }) => resources);
      },
      get findings() {
        return fileReports.flatMap(({ findings }) => findings);
      },
    };
  }
}

/** The file of a report; undefined if it has neither resources nor findings. */
function fileOf(report: FileReport): string | undefined {
  const written = writtenOf(report);
  if (written === undefined) return (report.resources[0] ?? report.findings[0])?.file;
  if (written.resources.count > 0) return written.resources.file;
  return written.findings.count > 0 ? written.findings.file : undefined;
}

interface NamedReports {
  readonly file: string;
  readonly reports: readonly FileReport[];
}

/** Joins adjacent items of the same file. */
function* joinNeighbours(items: readonly NamedReports[]): Iterable<NamedReports> {
  let joined: NamedReports | undefined;
  for (const item of items) {
    if (joined !== undefined && joined.file !== item.file) yield joined;
    joined = joined?.file === item.file ? { file: item.file, reports: [...joined.reports, ...item.reports] } : item;
  }
  if (joined !== undefined) yield joined;
}

function* groupedByFile({ resources, findings }: WorkspaceReport): Iterable<FileEntries> {
  const resourcesOf = grouped(resources.map((resource) => [resource.file, resource]));
  const findingsOf = grouped(findings.map((finding) => [finding.file, finding]));
  const files = byFile([...new Set([...resourcesOf.keys(), ...findingsOf.keys()])].map((file) => ({ file })));
  for (const { file } of files) {
    yield { file, resources: resourcesOf.get(file) ?? [], findings: findingsOf.get(file) ?? [] };
  }
}

/** The entries of a list of a report as JSON, in order. A piece has one entry, or all those of a serialized file. */
export function* entriesAsJson(report: WorkspaceReport, list: 'resources' | 'findings'): Iterable<string> {
  const reports = parts.get(report);
  if (reports === undefined) {
    for (const entry of report[list]) yield JSON.stringify(entry);
    return;
  }
  const entries = reports.flatMap((fileReport): readonly (WrittenEntries | FileReport[typeof list][number])[] => {
    const written = writtenOf(fileReport)?.[list];
    if (written === undefined) return fileReport[list];
    return written.count === 0 ? [] : [written];
  });
  for (const entry of byFile(entries)) yield 'text' in entry ? entry.text : JSON.stringify(entry);
}
