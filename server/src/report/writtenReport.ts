import type { FileReport } from './buildReport.ts';
import type { CountedFinding } from './summarize.ts';
import type { CoverageCounts, ReportFinding, ReportNotJudged, ReportResource } from './workspaceReport.ts';

/**
 * The part of a report about one file, with its entries as JSON. Threads transfer results in this form: text is cheaper
 * to transfer than objects, and the JSON format can reuse it.
 */
export interface WrittenReport {
  readonly documents: number;
  readonly resources: WrittenEntries;
  readonly findings: WrittenEntries;
  /** May be loaded lazily. */
  readonly counted: readonly CountedFinding[];
  readonly notJudged: readonly ReportNotJudged[];
  readonly suppressed: number;
  readonly share: CoverageCounts;
}

/** Entries of a list, all of one file. */
export interface WrittenEntries {
  readonly file: string;
  readonly count: number;
  /** With {@link entrySeparator} between entries. May be loaded lazily. */
  readonly text: string;
}

/** The text between two entries of a list in JSON. */
export const entrySeparator = ',\n';

/** Serializes the report of a file. */
export function toWrittenReport(report: FileReport): WrittenReport {
  return writtenOf(report) ?? serialize(report);
}

function serialize(report: FileReport): WrittenReport {
  const { documents, resources, findings, notJudged, suppressed, share } = report;
  return {
    documents,
    resources: writeEntries(resources),
    findings: writeEntries(findings),
    counted: findings.map(({ severity, consequence, target }) => ({ severity, consequence, target })),
    notJudged,
    suppressed,
    share,
  };
}

function writeEntries(entries: readonly (ReportResource | ReportFinding)[]): WrittenEntries {
  const text = entries.map((entry) => JSON.stringify(entry)).join(entrySeparator);
  return { file: entries[0]?.file ?? '', count: entries.length, text };
}

/** The report of a file, whose entries are parsed at each access, to save memory. */
export function readLazily(written: WrittenReport): FileReport {
  return new LazyReport(written);
}

class LazyReport implements FileReport {
  readonly written: WrittenReport;

  constructor(written: WrittenReport) {
    this.written = written;
  }

  get documents(): number {
    return this.written.documents;
  }

  get resources(): readonly ReportResource[] {
    return JSON.parse(`[${this.written.resources.text}]`);
  }

  get findings(): readonly ReportFinding[] {
    return JSON.parse(`[${this.written.findings.text}]`);
  }

  get notJudged(): readonly ReportNotJudged[] {
    return this.written.notJudged;
  }

  get suppressed(): number {
    return this.written.suppressed;
  }

  get share(): CoverageCounts {
    return this.written.share;
  }
}

/** The serialized form of a report from {@link readLazily}; undefined for others. */
export function writtenOf(report: FileReport): WrittenReport | undefined {
  return report instanceof LazyReport ? report.written : undefined;
}

/** The findings of reports for a summary, read file by file. */
export function* countedFindings(reports: Iterable<FileReport>): Iterable<CountedFinding> {
  for (const report of reports) yield* writtenOf(report)?.counted ?? report.findings;
}
