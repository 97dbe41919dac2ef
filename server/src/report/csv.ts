import { columns, findingRows } from './findingRows.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** A table for spreadsheets (RFC 4180): the names of the columns, then the {@link findingRows}. */
export const csv: ReportFormat = {
  name: 'csv',
  needsSource: false,
  *render(report: WorkspaceReport, { table }: RenderContext) {
    const shown = table?.columns ?? columns;
    if (table?.headers !== false) yield line(shown);
    for (const row of findingRows(report)) {
      const cells = shown.map((column) => row[column] ?? '');
      // A summary has no cells in most columns.
      if (cells.some((text) => text !== '')) yield line(cells);
    }
  },
};

function line(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Text of a manifest that begins like a formula gets a quote: spreadsheets would run it. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
