import { displayWidth, printable } from '../text/displayWidth.ts';
import { lazily } from '../text/lazily.ts';
import { clustersByFile } from './clusters.ts';
import { type ExcerptText, excerptOf } from './excerpt.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import { type MergedFinding, mergeFindings } from './mergeFindings.ts';
import { entriesByFile } from './reportEntries.ts';
import { textSummary } from './textSummary.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from './workspaceReport.ts';
import { wrap } from './wrap.ts';

/** For people: each finding with its line, reason and remedy, then a summary of the run. */
export const text: ReportFormat = {
  name: 'text',
  needsSource: true,
  *render(report: WorkspaceReport, context: RenderContext) {
    const clustersOf = clustersByFile(report);
    for (const { file, resources, findings } of entriesByFile(report)) {
      const source = lazily(() => context.sourceOf(file));
      for (const merged of mergeFindings(findings)) {
        const { resource: id } = merged.finding;
        const resource = id === undefined ? undefined : resources.find((reportResource) => reportResource.id === id);
        const clusters = (report.clusters?.length ?? 0) < 2 ? [] : clustersOf(file, merged.targets);
        yield block(merged, { resource, source, targetCount: report.targets.length, clusters }, context);
      }
    }
    yield textSummary(report, context);
  },
};

/** `Deployment shop/web`, for people. */
export function resourceTitle({ kind, namespace, name }: ReportResource): string {
  if (name === undefined) return kind;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** The context of a finding. */
interface FindingContext {
  readonly resource: ReportResource | undefined;
  /** The source of its file's excerpts. */
  readonly source: () => ExcerptText | undefined;
  readonly targetCount: number;
  /** The clusters of its file; empty if the report has only one. */
  readonly clusters: readonly string[];
}

function block(
  { finding, targets, reasons }: MergedFinding,
  { resource, source, targetCount, clusters }: FindingContext,
  context: RenderContext,
): string {
  const { style } = context;
  const { severity, code, range, path } = finding;
  const location = `${printable(finding.file)}:${range.start.line + 1}:${range.start.character + 1}`;
  const subject = resource === undefined ? '' : `  ${printable(resourceTitle(resource))}`;
  const at = path === '' ? '' : ` at ${printable(path)}`;
  const lines = [
    `${style(severity, severity)}${style('quiet', `[${code}]`)} ${style('strong', printable(finding.message))}`,
    `${style('quiet', '-->')} ${location}${style('quiet', `${subject}${at}`)}`,
    ...excerptLines(finding, source(), context),
    ...[...reasons].flatMap(([why, at]) =>
      labelled('why', reasons.size === 1 ? why : `${at.join(', ')}: ${why}`, context),
    ),
    ...labelled('do', finding.remedy, context),
    ...finding.fixes.map((fix) => `  ${style('good', 'fix')}  ${printable(fix.title)}${fixNote(fix.kind)}`),
  ];
  if (targetCount > 1) lines.push(...labelled('at', targets.join(', '), context));
  // Targets are often named after their clusters.
  if (clusters.join() !== targets.join()) lines.push(...labelled('on', clusters.join(', '), context));
  return `${lines.join('\n')}\n\n`;
}

function fixNote(kind: string): string {
  return kind === 'safe' ? '' : ` (${kind})`;
}

function excerptLines(
  { offset, range, severity }: ReportFinding,
  source: ExcerptText | undefined,
  { style }: RenderContext,
): string[] {
  const excerpt = source === undefined ? undefined : excerptOf(source, { offset, range });
  if (excerpt === undefined) return [];
  const number = `${range.start.line + 1}`;
  const bar = style('quiet', '|');
  const gutter = ' '.repeat(displayWidth(number));
  return [
    ` ${style('quiet', number)} ${bar} ${excerpt.line}`,
    ` ${gutter} ${bar} ${leadingSpaces(excerpt.marks)}${style(severity, excerpt.marks.trimStart())}`,
  ];
}

function leadingSpaces(marks: string): string {
  return marks.slice(0, marks.length - marks.trimStart().length);
}

function labelled(label: string, sentence: string, { style, width }: RenderContext): string[] {
  if (sentence === '') return [];
  const head = `  ${style('quiet', label)}${' '.repeat(Math.max(1, 5 - label.length))}`;
  return wrap(printable(sentence), width === undefined ? undefined : width - 7).map((line, index) =>
    index === 0 ? `${head}${line}` : `       ${line}`,
  );
}
