import { printable } from '../text/displayWidth.ts';
import { notAppliedOf } from './clusters.ts';
import { coverageLines } from './coverageLines.ts';
import { describeTarget } from './describeTarget.ts';
import { type Column, findingRows } from './findingRows.ts';
import type { RenderContext, ReportFormat } from './format.ts';
import { type MergedFinding, mergeFindings } from './mergeFindings.ts';
import { judgedOf, shareLines } from './share.ts';
import { clusterLines, leftOut, maxCoverage, notJudgedCounts, severityCounts, staleEntries } from './textSummary.ts';
import type { WorkspaceReport } from './workspaceReport.ts';
import { count } from './wrap.ts';

/** GitHub limits the summary of a step to 1 MiB of UTF-8; this leaves room for other content. */
const maxBytes = 960 * 1024;
const maxStale = 100;

/** For pull requests and pages: a summary and a table of findings, up to `maxBytes`. */
export const markdown: ReportFormat = {
  name: 'markdown',
  needsSource: false,
  *render(report: WorkspaceReport, { table }: RenderContext) {
    const { summary, targets, findings, notJudged, coverage = [] } = report;
    const found = severityCounts(report).map(({ label }) => label);
    const checked = `${judgedOf(summary.coverage)} in ${count(summary.files, 'file')}`;
    yield `# Kubecompat\n\n**${found.length === 0 ? 'No findings' : found.join(', ')}**; ${checked}.\n\n`;
    for (const target of targets) {
      yield `- ${inline(describeTarget(target))} (${inline(target.source)})\n`;
      for (const note of target.notes ?? []) yield `  - not known: ${inline(note)}\n`;
      if (target.support !== undefined) yield `  - ${inline(target.support.says)}\n`;
    }
    for (const line of leftOut(report)) yield `- ${inline(line)}\n`;
    const stale = staleEntries(report);
    for (const entry of stale.slice(0, maxStale)) yield `  - ${inline(entry)}\n`;
    if (stale.length > maxStale) yield `  - and ${stale.length - maxStale} more\n`;
    for (const { label, number, remedy } of notJudgedCounts(notJudged)) {
      yield `- Not checked: ${number}, ${label}${toDo(remedy)}\n`;
    }
    for (const { text, remedy } of shareLines({ ...summary.coverage, notJudged: [] }))
      yield `- ${text}${toDo(remedy)}\n`;
    for (const { label, text } of coverageLines(coverage, maxCoverage))
      yield `- Checked of the ${label} ${inline(text)}\n`;
    for (const { text } of clusterLines(report)) yield `- Cluster ${inline(text)}\n`;
    const notApplied = notAppliedOf(report);
    if (notApplied !== undefined) yield `- Not applied: ${inline(notApplied.text)}${toDo(notApplied.remedy)}\n`;
    const columns = table?.columns;
    if (columns !== undefined) {
      yield* chosenColumns(report, columns);
      return;
    }
    const merged = mergeFindings(findings);
    if (merged.length === 0) return;
    yield `\n| | Where | What | What to do |\n|---|---|---|---|\n`;
    let bytes = 0;
    for (const [index, mergedFinding] of merged.entries()) {
      const text = row(mergedFinding, targets.length > 1);
      bytes += utf8Length(text);
      if (bytes > maxBytes) {
        yield `\n${count(merged.length - index, 'more finding')} omitted: this page would be too long.\n`;
        return;
      }
      yield text;
    }
  },
};

/** The findings as a table of these columns, up to `maxBytes`. */
function* chosenColumns(report: WorkspaceReport, columns: readonly Column[]): Iterable<string> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  let bytes = 0;
  let omitted = 0;
  yield `\n${line(columns)}${line(columns.map(() => '---'))}`;
  for (const found of findingRows(report)) {
    if (found.type !== 'finding') continue;
    const text = line(columns.map((column) => inline(String(found[column] ?? ''))));
    bytes += utf8Length(text);
    if (bytes > maxBytes) omitted++;
    else yield text;
  }
  if (omitted > 0) yield `\n${count(omitted, 'more finding')} omitted: this page would be too long.\n`;
}

function toDo(remedy: string | null | undefined): string {
  return remedy ? `. ${inline(remedy)}` : '';
}

function row({ finding, targets, reasons }: MergedFinding, nameTargets: boolean): string {
  const { severity, code, file, range, path, message, remedy } = finding;
  const location = `\`${escapedInCode(`${file}:${range.start.line + 1}`)}\`${path === '' ? '' : `<br>\`${escapedInCode(path)}\``}`;
  const why = [...reasons.keys()].map(inline).join('<br>');
  const at = nameTargets ? `<br>_${targets.map(inline).join(', ')}_` : '';
  return `| ${severity}<br>\`${code}\` | ${location} | **${inline(message)}**<br>${why}${at} | ${inline(remedy)} |\n`;
}

/** An upper bound: a UTF-16 unit has at most three bytes in UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += text.charCodeAt(index) < 0x80 ? 1 : 3;
  return bytes;
}

/** Escapes text of manifests for Markdown, HTML and tables. */
export function inline(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
}

/** Escapes text between backquotes in a table, where only the vertical bar has an escape. */
export function escapedInCode(text: string): string {
  return printable(text).replaceAll('`', "'").replaceAll('|', '\\|');
}
