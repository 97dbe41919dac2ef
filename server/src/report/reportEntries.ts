import { grouped } from '../text/grouped.ts';
import type { FileReport } from './buildReport.ts';
import { byFile } from './order.ts';
import type { ReportEvidence, ReportFinding, ReportResource, ReportShard, WorkspaceReport } from './workspaceReport.ts';
import { type WrittenEntries, writtenOf } from './writtenReport.ts';

/** The files of a report, while it is unchanged. */
const parts = new WeakMap<WorkspaceReport, readonly FileReport[]>();

/** The same report, recorded as consisting of only these files. */
export function withFileReports(report: WorkspaceReport, reports: readonly FileReport[]): WorkspaceReport {
  parts.set(report, reports);
  return report;
}

/** The files that a report consists of; one read as a whole has each of its files as one. */
export function fileReportsOf(report: WorkspaceReport): readonly FileReport[] {
  const known = parts.get(report);
  if (known !== undefined) return known;
  const rest = { documents: 0, notJudged: [], suppressed: 0, share: { judged: 0, inPart: {}, notJudged: {} } };
  return Array.from(inFiles(report), ({ resources, findings }): FileReport => ({ ...rest, resources, findings }));
}

/** A report as that of a part of a larger run. */
export function withShard(report: WorkspaceReport, shard: ReportShard): WorkspaceReport {
  return withMore(report, { shard });
}

/** A report with what else was read of the use of APIs. */
export function withEvidence(report: WorkspaceReport, evidence: readonly ReportEvidence[]): WorkspaceReport {
  return withMore(report, { evidence });
}

function withMore(report: WorkspaceReport, more: Pick<WorkspaceReport, 'shard' | 'evidence'>): WorkspaceReport {
  const { schemaVersion, tool, targets, notJudged, coverage, clusters, notApplied, fleet, baseline, summary } = report;
  const { unknownClusters } = report;
  const { shard = report.shard, evidence = report.evidence } = more;
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

/** The entries of one file in a report, read lazily. */
export interface FileEntries {
  readonly file: string;
  readonly resources: readonly ReportResource[];
  readonly findings: readonly ReportFinding[];
}

/** The entries of a report, file by file, so that only one file's are in memory. */
export function* entriesByFile(report: WorkspaceReport): Iterable<FileEntries> {
  const reports = parts.get(report);
  if (reports === undefined) {
    yield* inFiles(report);
    return;
  }
  const named = reports.flatMap((fileReport) => {
    const file = fileOf(fileReport);
    return file === undefined ? [] : [{ file, reports: [fileReport] }];
  });
  for (const { file, reports: fileReports } of oneEach(byFile(named))) {
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

/** Undefined without resources and findings. */
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

/** Groups neighbours with the same name. */
function* oneEach(files: readonly NamedReports[]): Iterable<NamedReports> {
  let open: NamedReports | undefined;
  for (const file of files) {
    if (open !== undefined && open.file !== file.file) yield open;
    open = open?.file === file.file ? { file: file.file, reports: [...open.reports, ...file.reports] } : file;
  }
  if (open !== undefined) yield open;
}

function* inFiles({ resources, findings }: WorkspaceReport): Iterable<FileEntries> {
  const ofResources = grouped(resources.map((resource) => [resource.file, resource]));
  const ofFindings = grouped(findings.map((finding) => [finding.file, finding]));
  const files = byFile([...new Set([...ofResources.keys(), ...ofFindings.keys()])].map((file) => ({ file })));
  for (const { file } of files) {
    yield { file, resources: ofResources.get(file) ?? [], findings: ofFindings.get(file) ?? [] };
  }
}

/** The entries of a list of a report as JSON, in its order, one or, where they were written so, several at a time. */
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
