import { lazily } from '../text/lazily.ts';
import { type FileReport, type JudgedFile, type ReportedSurface, reportFile, reportTarget } from './buildReport.ts';
import { mergeClusters } from './clusters.ts';
import { addCounts, countNotJudged, mergeCoverage } from './coverage.ts';
import { byFile } from './order.ts';
import { withFileReports } from './reportEntries.ts';
import { countFleet, type FleetOfReport } from './reportFleet.ts';
import { isOfShare, reportShare } from './share.ts';
import { summarize } from './summarize.ts';
import type {
  CoverageCounts,
  ReportCluster,
  ReportCoverage,
  ReportNotJudged,
  ToolInfo,
  WorkspaceReport,
} from './workspaceReport.ts';
import { countedFindings, writtenOf } from './writtenReport.ts';

/** The clusters that the files of a run are applied to. */
export interface ReportDeliveries {
  readonly clusters: readonly ReportCluster[];
  readonly notApplied: readonly string[];
  readonly unknownClusters: readonly string[];
}

/** Builds a report of files added in any order. Keeps neither texts nor syntax trees, so that large workspaces fit. */
export class ReportBuilder {
  readonly #reports: FileReport[] = [];
  readonly #notJudged: ReportNotJudged[] = [];
  /** The counts of unreadable files. */
  readonly #unread: CoverageCounts[] = [];
  #files = 0;
  #documents = 0;
  #suppressed = 0;

  /** Adds a file. */
  add(file: JudgedFile): void {
    this.addReported(reportFile(file));
  }

  /** Adds the result of {@link reportFile} for a file. */
  addReported(report: FileReport): void {
    this.#files++;
    this.#documents += report.documents;
    this.#suppressed += report.suppressed;
    this.#reports.push(report);
    for (const entry of report.notJudged) this.#notJudged.push(entry);
  }

  /** Adds an unreadable file. */
  addNotJudged(entry: ReportNotJudged): void {
    this.#files++;
    this.#notJudged.push(entry);
    const { reason } = entry;
    if (isOfShare(reason)) this.#unread.push(countNotJudged(reason));
  }

  /** Adds the output of an added file that could not be made or judged, such as that of a kustomization. */
  addUnmadeOutput(entry: ReportNotJudged): void {
    this.#notJudged.push(entry);
  }

  /** The report of everything added so far. Serialized parts are parsed lazily. */
  build(
    tool: ToolInfo,
    targets: readonly ReportedSurface[],
    coverage: readonly ReportCoverage[] = [],
    applied: ReportDeliveries | undefined = undefined,
    fleet: FleetOfReport | undefined = undefined,
  ): WorkspaceReport {
    const reports = [...this.#reports];
    const withResources = new Set(reports.flatMap((fileReport) => fileWithResources(fileReport) ?? []));
    const resources = lazily(() => byFile(reports.flatMap((report) => report.resources)));
    const findings = lazily(() => byFile(reports.flatMap((report) => report.findings)));
    const report: WorkspaceReport = {
      schemaVersion: 1,
      tool,
      targets: targets.map(reportTarget),
      get resources() {
        return resources();
      },
      get findings() {
        return findings();
      },
      notJudged: byFile(this.#notJudged),
      ...(coverage.length === 0 ? {} : { coverage: mergeCoverage(coverage) }),
      ...(applied === undefined ? {} : limitedTo(withResources, applied)),
      ...(fleet === undefined ? {} : { fleet: countFleet(fleet, reports) }),
      summary: summarize(
        {
          files: this.#files,
          documents: this.#documents,
          resources: reports.reduce(
            (sum, fileReport) => sum + (writtenOf(fileReport)?.resources.count ?? fileReport.resources.length),
            0,
          ),
          notJudged: this.#notJudged.length,
          suppressed: this.#suppressed,
          coverage: reportShare(addCounts([...reports.map(({ share }) => share), ...this.#unread])),
        },
        countedFindings(reports),
        targets.map(({ surface }) => surface.name),
      ),
    };
    return withFileReports(report, reports);
  }
}

function fileWithResources(report: FileReport): string | undefined {
  const written = writtenOf(report)?.resources;
  if (written === undefined) return report.resources[0]?.file;
  return written.count === 0 ? undefined : written.file;
}

function limitedTo(files: ReadonlySet<string>, { clusters, notApplied, unknownClusters }: ReportDeliveries) {
  const isIncluded = (file: string) => files.has(file);
  const used = clusters
    .map((cluster) => ({ ...cluster, files: cluster.files.filter(isIncluded) }))
    .filter((candidate) => candidate.files.length > 0);
  const unknown = unknownClusters.filter(isIncluded);
  const applied = { clusters: mergeClusters(used), notApplied: notApplied.filter(isIncluded) };
  return unknown.length === 0 ? applied : { ...applied, unknownClusters: unknown };
}
