import { displayWidth, padToWidth, printable } from '../text/displayWidth.ts';
import { evidenceText } from './evidence.ts';
import { fleetText } from './fleetText.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import { outlookLine, outlookOf, tasksByTarget } from './outlook.ts';
import type { StyleName } from './style.ts';
import { resourceTitle } from './text.ts';
import { textSummary } from './textSummary.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from './workspaceReport.ts';

/** For people: a table of resources by targets; a cell has the target's result for the resource. */
export const matrix: ReportFormat = {
  name: 'text',
  needsSource: false,
  *render(report: WorkspaceReport, context: RenderContext) {
    if (report.fleet !== undefined) {
      yield* fleetText(report.fleet, report.targets, context.style);
      yield textSummary(report, context);
      return;
    }
    const names = report.targets.map(({ name }) => name);
    const worst = worstFindings(report.findings);
    const rows = report.resources.map((resource) => ({
      title: [resource.file, `${resource.apiVersion} ${resourceTitle(resource)}`].map(printable),
      cells: names.map((name) => cellOf(resource, name, worst)),
    }));
    if (rows.length > 0) {
      const heads = ['file', 'resource', ...names.map(printable)];
      const texts = rows.map(({ title, cells }) => [...title, ...cells.map(({ label }) => label)]);
      const widths = heads.map((head, column) =>
        Math.max(displayWidth(head), ...texts.map((row) => displayWidth(row[column] ?? ''))),
      );
      const padded = (value: string, column: number) => padToWidth(value, widths[column] ?? 0);
      yield `${context.style('strong', heads.map(padded).join('  ').trimEnd())}\n`;
      for (const { title, cells } of rows) {
        const labels = title.map(padded);
        const right = cells.map(({ label, style }, index) => context.style(style, padded(label, index + title.length)));
        yield `${[...labels, ...right].join('  ').trimEnd()}\n`;
      }
      yield '\n';
    }
    yield* outlookLines(report, context);
    yield* evidenceText(report.evidence ?? [], context.style);
    yield textSummary(report, context);
  },
};

function* outlookLines(report: WorkspaceReport, { style }: RenderContext): Iterable<string> {
  const outlook = outlookOf(report);
  if (outlook === undefined) return;
  yield `${style('strong', printable(outlookLine(outlook, report)))}\n`;
  for (const { title, tasks } of tasksByTarget(outlook)) {
    yield `${printable(title)}\n`;
    for (const { finding } of tasks) {
      const { file, range, code, message, remedy } = finding;
      yield `  ${printable(`${file}:${range.start.line + 1}`)}  ${style('error', code)} ${printable(message)}\n`;
      if (remedy !== '') yield `    ${style('quiet', printable(remedy))}\n`;
    }
  }
  yield '\n';
}

/** The result of a target for a resource: a code, or a word. */
export interface Cell {
  readonly label: string;
  readonly style: StyleName;
}

/** The cell of a resource and a target, by the {@link worstFindings} of the report. */
export function cellOf(resource: ReportResource, target: string, all: ReadonlyMap<string, ReportFinding>): Cell {
  const worst = all.get(cellKey(resource.id, target));
  const verdict = resource.targets[target];
  // The file of the resource may have other targets.
  if (verdict === undefined) return { label: '-', style: 'quiet' };
  if (worst !== undefined) return { label: worst.code, style: worst.severity };
  if (verdict.served === null) return { label: 'custom', style: 'quiet' };
  return { label: 'ok', style: 'good' };
}

const rank = { error: 0, warning: 1, information: 2, hint: 3 } as const;

/** The worst finding of each resource at each target. */
export function worstFindings(findings: readonly ReportFinding[]): ReadonlyMap<string, ReportFinding> {
  const worst = new Map<string, ReportFinding>();
  for (const finding of findings) {
    if (finding.resource === undefined) continue;
    const key = cellKey(finding.resource, finding.target);
    const known = worst.get(key);
    if (known === undefined || rank[finding.severity] < rank[known.severity]) worst.set(key, finding);
  }
  return worst;
}

function cellKey(resource: string, target: string): string {
  return `${resource}\n${target}`;
}
