import type { Severity } from '../finding.ts';
import { displayWidth, printable } from '../text/displayWidth.ts';
import { excerptOf } from './excerpt.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import { type MergedFinding, mergeFindings } from './mergeFindings.ts';
import { textSummary } from './textSummary.ts';
import type { ReportResource, WorkspaceReport } from './workspaceReport.ts';
import { wrap } from './wrap.ts';

/** For people: each finding with the line it is about, why, and what to do; at the end what was looked at and how. */
export const text: ReportFormat = {
  name: 'text',
  needsSource: true,
  *render(report: WorkspaceReport, context: RenderContext) {
    const resources = new Map(report.resources.map((resource) => [resource.id, resource]));
    for (const merged of mergeFindings(report.findings)) {
      const { resource } = merged.finding;
      yield block(merged, resource === undefined ? undefined : resources.get(resource), report.targets.length, context);
    }
    yield textSummary(report, context);
  },
};

/** `Deployment shop/web`, for people. */
export function resourceTitle({ kind, namespace, name }: ReportResource): string {
  if (name === undefined) return kind;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function block(
  { finding, targets, reasons }: MergedFinding,
  resource: ReportResource | undefined,
  targetCount: number,
  context: RenderContext,
): string {
  const { style } = context;
  const { severity, code, range, path } = finding;
  const place = `${printable(finding.file)}:${range.start.line + 1}:${range.start.character + 1}`;
  const subject = resource === undefined ? '' : `  ${printable(resourceTitle(resource))}`;
  const at = path === '' ? '' : ` at ${printable(path)}`;
  const lines = [
    `${style(severity, severity)}${style('quiet', `[${code}]`)} ${style('strong', printable(finding.message))}`,
    `${style('quiet', '-->')} ${place}${style('quiet', `${subject}${at}`)}`,
    ...excerptLines(finding, severity, context),
    ...[...reasons].flatMap(([why, at]) =>
      labelled('why', reasons.size === 1 ? why : `${at.join(', ')}: ${why}`, context),
    ),
    ...labelled('do', finding.remedy, context),
    ...finding.fixes.map((fix) => `  ${style('good', 'fix')}  ${printable(fix.title)}${fixNote(fix.kind)}`),
  ];
  if (targetCount > 1) lines.push(...labelled('at', targets.join(', '), context));
  return `${lines.join('\n')}\n\n`;
}

function fixNote(kind: string): string {
  return kind === 'safe' ? '' : ` (${kind})`;
}

function excerptLines(
  { file, offset, range }: MergedFinding['finding'],
  severity: Severity,
  { style, sourceOf }: RenderContext,
): string[] {
  const source = sourceOf(file);
  const excerpt = source === undefined ? undefined : excerptOf(source, offset, range);
  if (excerpt === undefined) return [];
  const number = `${range.start.line + 1}`;
  const bar = style('quiet', '|');
  const gutter = ' '.repeat(displayWidth(number));
  return [
    ` ${style('quiet', number)} ${bar} ${excerpt.line}`,
    ` ${gutter} ${bar} ${leadingBlanks(excerpt.marks)}${style(severity, excerpt.marks.trimStart())}`,
  ];
}

function leadingBlanks(marks: string): string {
  return marks.slice(0, marks.length - marks.trimStart().length);
}

function labelled(label: string, sentence: string, { style, width }: RenderContext): string[] {
  if (sentence === '') return [];
  const head = `  ${style('quiet', label)}${' '.repeat(Math.max(1, 5 - label.length))}`;
  return wrap(printable(sentence), width === undefined ? undefined : width - 7).map((line, index) =>
    index === 0 ? `${head}${line}` : `       ${line}`,
  );
}
