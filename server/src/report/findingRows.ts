import { mergeFindings } from './mergeFindings.ts';
import { entriesByFile } from './reportEntries.ts';
import { judgedOf, shareLines } from './share.ts';
import type { ReportResource, WorkspaceReport } from './workspaceReport.ts';

/** The columns of the formats that are tables of findings, in their order. */
export const columns = [
  'type',
  'file',
  'line',
  'column',
  'apiVersion',
  'kind',
  'namespace',
  'name',
  'targets',
  'code',
  'severity',
  'consequence',
  'path',
  'message',
  'remedy',
] as const;

/** A column of a table of findings. */
export type Column = (typeof columns)[number];

/** The cells of a row; an absent one is empty. */
export type Row = Partial<Readonly<Record<Column, string | number | undefined>>>;

/** Whether a text names a column. */
export function isColumn(text: string): text is Column {
  return columns.some((column) => column === text);
}

/**
 * A row for each finding, with its targets separated by spaces, then for each entry that was not judged, then the
 * summary. `type` is `finding`, `notJudged` or `summary`. Lines and columns count from 1.
 */
export function* findingRows(report: WorkspaceReport): Iterable<Row> {
  for (const { findings, resources } of entriesByFile(report)) {
    const byId = new Map<string | undefined, ReportResource>(resources.map((resource) => [resource.id, resource]));
    for (const { finding, targets } of mergeFindings(findings)) {
      const { apiVersion, kind, namespace, name } = byId.get(finding.resource) ?? {};
      const { file, range, code, severity, consequence, path, message, remedy } = finding;
      const position = { file, line: range.start.line + 1, column: range.start.character + 1 };
      const details = { code, severity, consequence, path, message, remedy };
      yield { type: 'finding', ...position, apiVersion, kind, namespace, name, targets: targets.join(' '), ...details };
    }
  }
  for (const { file, reason, detail } of report.notJudged) {
    yield { type: 'notJudged', file, code: reason, message: detail };
  }
  const { coverage } = report.summary;
  yield { type: 'summary', message: judgedOf(coverage) };
  for (const { text, remedy } of shareLines(coverage)) yield { type: 'summary', message: text, remedy: remedy ?? '' };
}
