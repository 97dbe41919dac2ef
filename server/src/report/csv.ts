import type { ReportFormat } from './format.ts';
import { mergeFindings } from './mergeFindings.ts';
import { entriesByFile } from './reportEntries.ts';
import { judgedOf, shareLines } from './share.ts';
import type { ReportResource, WorkspaceReport } from './workspaceReport.ts';

const columns = [
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

type Row = Partial<Readonly<Record<(typeof columns)[number], string | number | undefined>>>;

/**
 * A table for spreadsheets (RFC 4180): first the names of the columns, then a row for each finding, with its targets
 * separated by spaces, and for each part that was not checked. `type` is `finding`, `notJudged` or `summary`; the
 * summary is the last row. Lines and columns are counted from 1.
 */
export const csv: ReportFormat = {
  name: 'csv',
  needsSource: false,
  *render(report: WorkspaceReport) {
    yield line(columns);
    for (const { findings, resources } of entriesByFile(report)) {
      const byId = new Map<string | undefined, ReportResource>(resources.map((resource) => [resource.id, resource]));
      for (const { finding, targets } of mergeFindings(findings)) {
        const { apiVersion, kind, namespace, name } = byId.get(finding.resource) ?? {};
        const { file, range, code, severity, consequence, path, message, remedy } = finding;
        const position = { file, line: range.start.line + 1, column: range.start.character + 1 };
        const found = { code, severity, consequence, path, message, remedy };
        yield row({
          type: 'finding',
          ...position,
          apiVersion,
          kind,
          namespace,
          name,
          targets: targets.join(' '),
          ...found,
        });
      }
    }
    for (const { file, reason, detail } of report.notJudged) {
      yield row({ type: 'notJudged', file, code: reason, message: detail });
    }
    const { coverage } = report.summary;
    yield row({ type: 'summary', message: judgedOf(coverage) });
    for (const { text, remedy } of shareLines(coverage))
      yield row({ type: 'summary', message: text, remedy: remedy ?? '' });
  },
};

function row(values: Row): string {
  return line(columns.map((column) => values[column] ?? ''));
}

function line(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Spreadsheets run a text that begins like a formula, and a manifest may contain one. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
