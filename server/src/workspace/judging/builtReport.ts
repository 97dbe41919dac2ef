import type { Analysis } from '../../judge/analysis.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { compareFindings } from '../../report/order.ts';
import { moreSevere } from '../../report/summarize.ts';
import type { ReportResource } from '../../report/workspaceReport.ts';
import { Suppressor } from '../../suppress/suppress.ts';
import type { Span } from '../../text/span.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { type SourceFile, withAdded } from './sourceFile.ts';

/** The report on a file together with what builds have added, apart from what comments of the file ignore. */
export function reportWithAdded(
  report: FileReport,
  { analysis, added: all }: SourceFile,
  { file, settings }: { readonly file: string; readonly settings: FileSettings },
  today: string,
): FileReport {
  const suppressor = new Suppressor(analysis, today);
  const added = all.filter(({ finding }) => suppressor.keeps(finding));
  const isTold = (span: Span) =>
    report.findings.some(({ code, offset }) => code === 'expired-suppression' && offset[0] === span.start);
  const expired = suppressor.expired().filter(({ finding }) => !isTold(finding.span));
  const built = withAdded(withoutFindings(analysis), added);
  const documentFindings = [...built.documentFindings, ...expired];
  const more = reportFile({ file, analysis: { ...built, documentFindings }, ...settings });
  // What ignored nothing in the file by itself may ignore what is built from it.
  const stillUnused = ({ code, offset }: FileReport['findings'][number]) =>
    code !== 'unused-suppression' || !suppressor.usesAt(offset[0]);
  const rows = new Map(more.resources.map((row) => [row.id, row]));
  return {
    ...report,
    resources: report.resources.map((row) => worstOf(row, rows.get(row.id))),
    findings: [...report.findings.filter(stillUnused), ...more.findings].sort(compareFindings),
    suppressed: report.suppressed + suppressor.count,
  };
}

function withoutFindings(analysis: Analysis): Analysis {
  const resources = analysis.resources.map(({ resource, verdicts }) => ({
    resource,
    verdicts: verdicts.map((verdict) => ({ ...verdict, findings: [] })),
  }));
  return { ...analysis, resources, documentFindings: [] };
}

/** The row of a resource with what is worst in one or the other report. */
function worstOf(row: ReportResource, other: ReportResource | undefined): ReportResource {
  const targets = Object.entries(row.targets).map(([name, verdict]) => {
    const worst = other?.targets[name]?.worst ?? null;
    return [name, { ...verdict, worst: worst === null ? verdict.worst : moreSevere(verdict.worst, worst) }];
  });
  return { ...row, targets: Object.fromEntries(targets) };
}
