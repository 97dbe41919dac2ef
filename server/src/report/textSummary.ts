import type { Severity } from '../finding.ts';
import { printable } from '../text/displayWidth.ts';
import { clusterLine, countedClusters, notAppliedOf } from './clusters.ts';
import { type CoverageLine, coverageLines } from './coverageLines.ts';
import { describeTarget } from './describeTarget.ts';
import type { RenderContext } from './format.ts';
import { countMerged } from './mergeFindings.ts';
import { reasonText } from './notJudgedReasons.ts';
import { judgedOf, shareLines } from './share.ts';
import type { ReportNotJudged, ReportNotJudgedReason, ReportTarget, WorkspaceReport } from './workspaceReport.ts';
import { count } from './wrap.ts';

const severities: readonly (readonly [Severity, (number: number) => string])[] = [
  ['error', (number) => count(number, 'error')],
  ['warning', (number) => count(number, 'warning')],
  ['information', (number) => `${number} information`],
  ['hint', (number) => count(number, 'hint')],
];

/** The reasons why something was not judged, in order; `list` prints all locations, or a few. */
const reasons: readonly {
  readonly reason: ReportNotJudgedReason;
  readonly label: string;
  readonly list: boolean | 'few';
  /** The counted unit; default `document`. */
  readonly unit?: 'resource' | 'release';
}[] = [
  { reason: 'unreadable', label: 'could not be read', list: true },
  { reason: 'internal-error', label: 'not checked because of a bug in kubecompat', list: true },
  { reason: 'bad-configuration', label: 'below an invalid configuration', list: true },
  { reason: 'not-built', label: 'a kustomization that could not be built', list: true },
  { reason: 'broken-resource', label: 'a broken manifest', list: true },
  { reason: 'syntax-error', label: 'not YAML or JSON', list: false },
  { reason: 'sub-chart-off', label: 'in a sub-chart that is turned off', list: false },
  { reason: 'template', label: 'a template that was not rendered', list: false },
  { reason: 'custom-resource', label: reasonText('custom-resource').what, list: false, unit: 'resource' },
  { reason: 'remote-chart', label: reasonText('remote-chart').what, list: 'few', unit: 'release' },
  { reason: 'not-a-resource', label: 'no API resource', list: false },
];

/** The maximum number of charts, kustomizations and clusters with a separate line. */
export const maxCoverage = 5;

/** The number of locations in short lists. */
const maxListed = 5;

/** The maximum number of clusters with a separate line. */
const maxClusters = 20;

/** The number of findings by severity, without zeros: `2 errors`. A finding at several targets counts once. */
export function severityCounts(
  report: WorkspaceReport,
): readonly { readonly severity: Severity; readonly label: string }[] {
  const bySeverity = countMerged(report);
  return severities
    .filter(([severity]) => bySeverity[severity] > 0)
    .map(([severity, label]) => ({ severity, label: label(bySeverity[severity]) }));
}

/** The entries that were not judged for one reason. */
export interface NotJudgedCount {
  readonly label: string;
  /** `9 documents`, `9 resources`. */
  readonly number: string;
  /** The entries to list. */
  readonly listed: readonly ReportNotJudged[];
  /** The remedy, a sentence; undefined if there is nothing to judge. */
  readonly remedy: string | undefined;
  readonly entries: readonly ReportNotJudged[];
}

/** The entries that were not judged, by reason. */
export function notJudgedCounts(notJudged: readonly ReportNotJudged[]): readonly NotJudgedCount[] {
  return reasons
    .map(({ reason, label, list, unit = 'document' }) => {
      const entries = notJudged.filter((entry) => entry.reason === reason);
      const listed = list === true ? entries : list === 'few' ? entries.slice(0, maxListed) : [];
      return { label, number: count(entries.length, unit), listed, remedy: reasonText(reason).remedy, entries };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** The last lines of the text output: the number of findings, the entries that were not judged, and the targets. */
export function textSummary(report: WorkspaceReport, { style }: RenderContext): string {
  const { summary, notJudged } = report;
  const found = severityCounts(report).map(({ severity, label }) => style(severity, label));
  const checked = `${judgedOf(summary.coverage)} in ${count(summary.files, 'file')}`;
  const inPart = shareLines({ ...summary.coverage, notJudged: [] });
  const notApplied = notAppliedOf(report);
  const toDo = (remedy: string | null | undefined) => (remedy ? [`  ${style('quiet', 'do')}  ${remedy}`] : []);
  const lines = [
    found.length === 0 ? `${style('good', 'nothing found')}; ${checked}` : `${found.join(', ')}; ${checked}`,
    ...leftOut(report),
    ...staleEntries(report).map((entry) => printable(`  ${entry}`)),
    ...notJudgedCounts(notJudged).flatMap(({ label, number, listed, remedy, entries }) => {
      const head = `${style('quiet', 'not checked')}  ${number}: ${label}`;
      const more = listed.length === 0 ? 0 : entries.length - listed.length;
      const others = more === 0 ? [] : [`  and ${more} more (--format json has all of them)`];
      return [head, ...listed.map((entry) => `  ${locationOf(entry)}`), ...others, ...toDo(remedy)];
    }),
    ...inPart.flatMap(({ text, remedy }) => [`${style('quiet', 'in part')}  ${text}`, ...toDo(remedy)]),
    ...coverageLines(report.coverage ?? [], maxCoverage).map(
      ({ label, text }) => `${style('quiet', label)}  ${printable(text)}`,
    ),
    ...clusterLines(report).map(({ label, text }) => `${style('quiet', label)}  ${printable(text)}`),
    ...(notApplied === undefined
      ? []
      : [`${style('quiet', 'not applied')}  ${printable(notApplied.text)}`, ...toDo(notApplied.remedy)]),
    ...report.targets.flatMap((target) => [targetLine(target, style), ...targetNotes(target, style)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The numbers of findings that comments or the baseline hide, and of stale entries in the baseline. */
export function leftOut({ summary: { suppressed }, baseline }: WorkspaceReport): readonly string[] {
  const lines = suppressed === 0 ? [] : [`${count(suppressed, 'finding')} ignored by comments`];
  if (baseline === undefined) return lines;
  lines.push(`${count(baseline.findings, 'finding')} known to the baseline`);
  if (baseline.stale.length > 0) {
    const entries = baseline.stale.length === 1 ? '1 entry' : `${baseline.stale.length} entries`;
    lines.push(`${entries} of the baseline no longer found (--update-baseline removes them):`);
  }
  return lines;
}

/** The stale entries of a baseline, for people. */
export function staleEntries({ baseline }: WorkspaceReport): readonly string[] {
  return (baseline?.stale ?? []).map(
    ({ file, code, target, path }) => `${file} ${code}${path === '' ? '' : ` at ${path}`} (${target})`,
  );
}

/** A line for each cluster; with more than `maxClusters`, the last line counts the others. */
export function clusterLines(report: WorkspaceReport): readonly CoverageLine[] {
  const all = countedClusters(report);
  const shown = all.slice(0, all.length > maxClusters ? maxClusters - 1 : maxClusters);
  const lines = shown.map((countedCluster) => ({
    label: 'cluster',
    text: `${countedCluster.name}: ${clusterLine(countedCluster)}`,
  }));
  const others = all.length - shown.length;
  return others === 0 ? lines : [...lines, { label: 'cluster', text: `and ${others} more` }];
}

function locationOf({ file, document, detail }: ReportNotJudged): string {
  return printable(`${file}${document === undefined ? '' : ` (document ${document + 1})`}: ${detail}`);
}

/** The unknown properties of a target, and its support window. */
export function targetNotes({ notes = [], support }: ReportTarget, style: RenderContext['style']): readonly string[] {
  const lines = notes.map((note) => `  ${style('warning', 'unknown')}  ${printable(note)}`);
  return support === undefined ? lines : [...lines, `  ${style('quiet', 'support')}  ${printable(support.says)}`];
}

function targetLine(target: ReportTarget, style: RenderContext['style']): string {
  return `${style('quiet', 'target')}  ${describeTarget(target)} ${style('quiet', `(${target.source})`)}`;
}
