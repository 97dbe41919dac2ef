import { printable } from '../text/displayWidth.ts';
import { type Column, findingRows } from './findingRows.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import { textSummary } from './textSummary.ts';
import { textTable } from './textTable.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

const defaultColumns: readonly Column[] = [
  'file',
  'line',
  'apiVersion',
  'kind',
  'namespace',
  'name',
  'targets',
  'code',
];

/** For people: a row for each finding, and the summary of the run. */
export const table: ReportFormat = {
  name: 'table',
  needsSource: false,
  *render(report: WorkspaceReport, context: RenderContext) {
    const { columns = defaultColumns, headers = true } = context.table ?? {};
    const rows: string[][] = [];
    for (const row of findingRows(report)) {
      if (row.type === 'finding') rows.push(columns.map((column) => printable(String(row[column] ?? ''))));
    }
    if (rows.length > 0) yield textTable(headers ? columns : undefined, rows, context.style);
    // Without heads, the output is for programs.
    if (headers) yield `${rows.length > 0 ? '\n' : ''}${textSummary(report, context)}`;
  },
};
