import { lazily } from '../text/lazily.ts';
import type { FileReport } from './buildReport.ts';
import type { CountedFinding } from './summarize.ts';
import type { CoverageCounts, ReportFinding, ReportNotJudged, ReportResource } from './workspaceReport.ts';

/**
 * What a report says about one file, its entries written as JSON. Threads hand over what they judged so: text costs less
 * than objects on its way, and who prints JSON need not write it again. Plain data.
 */
export interface WrittenReport {
  readonly documents: number;
  readonly resources: WrittenEntries;
  readonly findings: WrittenEntries;
  readonly counted: readonly CountedFinding[];
  readonly notJudged: readonly ReportNotJudged[];
  readonly suppressed: number;
  readonly share: CoverageCounts;
}

/** Entries of a list, all of one file. */
export interface WrittenEntries {
  readonly file: string;
  readonly count: number;
  /** With {@link entrySeparator} between any two. */
  readonly text: string;
}

/** Between two entries of a list in JSON. */
export const entrySeparator = ',\n';

/** The report of a file, written. */
export function inWriting(report: FileReport): WrittenReport {
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
  const text = entries.map((one) => JSON.stringify(one)).join(entrySeparator);
  return { file: entries[0]?.file ?? '', count: entries.length, text };
}

const known = new WeakMap<FileReport, WrittenReport>();

/** The report that was written. Its entries are read when somebody asks for them. */
export function readWhenAsked(written: WrittenReport): FileReport {
  const { documents, notJudged, suppressed, share } = written;
  const resources = lazily(() => readResources(written.resources));
  const findings = lazily(() => readFindings(written.findings));
  const report: FileReport = {
    documents,
    get resources() {
      return resources();
    },
    get findings() {
      return findings();
    },
    notJudged,
    suppressed,
    share,
  };
  known.set(report, written);
  return report;
}

function readResources({ text }: WrittenEntries): readonly ReportResource[] {
  return JSON.parse(`[${text}]`);
}

function readFindings({ text }: WrittenEntries): readonly ReportFinding[] {
  return JSON.parse(`[${text}]`);
}

/** A report as it was written; undefined for one that was not, also for one made of such a report. */
export function writtenOf(report: FileReport): WrittenReport | undefined {
  return known.get(report);
}
