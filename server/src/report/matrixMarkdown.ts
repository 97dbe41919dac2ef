import { evidenceHeads, evidenceRow, evidenceTitle } from './evidence.ts';
import type { ReportFormat } from './format.ts';
import { escapedInCode, inline, markdown } from './markdown.ts';
import { cellOf, worstFindings } from './matrix.ts';
import { outlookLine, outlookOf, tasksByTarget } from './outlook.ts';
import { resourceTitle } from './text.ts';
import type { ReportEvidence, WorkspaceReport } from './workspaceReport.ts';

/**
 * For pages and tickets: how far the workspace can be upgraded, the changes due before each target, and the matrix of
 * resources by targets.
 */
export const matrixMarkdown: ReportFormat = {
  name: 'markdown',
  needsSource: false,
  *render(report: WorkspaceReport, context) {
    yield* markdown.render({ ...report, findings: [] }, context);
    const outlook = outlookOf(report);
    if (outlook !== undefined) {
      yield `\n**${inline(outlookLine(outlook, report))}**\n`;
      for (const { title, tasks } of tasksByTarget(outlook)) {
        yield `\n## ${inline(title)}\n\n`;
        for (const { finding } of tasks) {
          const { file, range, code, message, remedy } = finding;
          yield `- [ ] \`${escapedInCode(`${file}:${range.start.line + 1}`)}\` \`${code}\` ${inline(message)} ${inline(remedy)}\n`;
        }
      }
    }
    yield* evidencePart(report.evidence ?? []);
    yield* matrixTable(report);
  },
};

function* evidencePart(evidence: readonly ReportEvidence[]): Iterable<string> {
  for (const part of evidence) {
    yield `\n## ${inline(evidenceTitle(part))}\n\n`;
    if (part.apis.length > 0) yield `| ${evidenceHeads.join(' | ')} |\n|${evidenceHeads.map(() => '---|').join('')}\n`;
    for (const api of part.apis) yield `| ${evidenceRow(api).map(inline).join(' | ')} |\n`;
    for (const { message, remedy } of part.unread) yield `- unknown: ${inline(message)} (${inline(remedy)})\n`;
  }
}

function* matrixTable(report: WorkspaceReport): Iterable<string> {
  if (report.resources.length === 0) return;
  const names = report.targets.map(({ name }) => name);
  const worst = worstFindings(report.findings);
  yield `\n## Resources by target\n\n| Where | Resource | ${names.map(inline).join(' | ')} |\n|---|---|${names.map(() => '---|').join('')}\n`;
  for (const resource of report.resources) {
    const cells = names.map((name) => inline(cellOf(resource, name, worst).label));
    const what = inline(`${resource.apiVersion} ${resourceTitle(resource)}`);
    yield `| \`${escapedInCode(resource.file)}\` | ${what} | ${cells.join(' | ')} |\n`;
  }
}
