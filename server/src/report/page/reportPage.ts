import { withPreview } from '../../catalog/previewNote.ts';
import { clusterLine, countedClusters, notAppliedOf } from '../clusters.ts';
import { coverageMethod, documentsJudged } from '../coverageLines.ts';
import { evidenceHeads, evidenceRow, evidenceTitle } from '../evidence.ts';
import { countMerged } from '../mergeFindings.ts';
import { type Outlook, outlookLine, outlookOf, tasksByTarget } from '../outlook.ts';
import { judgedOf, shareLines } from '../share.ts';
import { leftOut, staleEntries } from '../textSummary.ts';
import type { ReportEvidence, WorkspaceReport } from '../workspaceReport.ts';
import { count } from '../wrap.ts';
import { fleetPage } from './fleetPage.ts';
import { escapeHtml, type PageHost, page } from './page.ts';
import { type PositionLinks, positionLinksFor } from './positionLinks.ts';
import { type ReportCounts, reportCounts } from './reportCounts.ts';
import { reportScript, reportStyle } from './reportPageParts.ts';
import { resourceTable } from './resourceTable.ts';
import { type SummaryTile, tilesPart } from './tiles.ts';
import { timelinePart } from './timeline.ts';

/**
 * The report as a self-contained page: numbers, a timeline of targets, then the table of resources with search, filters
 * and sorting. Everything from the workspace is escaped.
 *
 * @param host undefined for a file that a browser opens.
 */
export function reportPage(report: WorkspaceReport, host: PageHost | undefined): string {
  if (report.fleet !== undefined) return fleetPage(report, report.fleet, host);
  const links = positionLinksFor(host);
  const outlook = outlookOf(report);
  const counts = reportCounts(report);
  const body = `<main>
<h1>Compatibility with ${escapeHtml(targetsTitle(report))}</h1>
<p>${summary(report)}</p>
${tilesPart(tilesOf(report, outlook, counts))}
${timelinePart(report, counts)}
${clusterPart(report)}${outlook === undefined ? '' : outlookPart(outlook, report, links)}
${evidencePart(report.evidence ?? [])}${leftOutParts(report)}
<div class="tools"><label>Search <input type="search" id="search"></label>
<label>Show <select id="filter"><option value="all">everything</option><option value="found">with findings</option><option value="refused">refused</option><option value="dropped">with dropped fields</option><option value="warned">warned about</option></select></label>
<button class="action" id="all" aria-pressed="false">Show details</button>
<button class="action" id="copy">Copy as Markdown</button>
${host === undefined ? '' : '<button class="action" id="save">Export as HTML…</button>'}
<output id="shown"></output></div>
${resourceTable(report, outlook, links)}
<section aria-labelledby="about"><h2 id="about">What was checked</h2>
${sharePart(report)}${coveragePart(report, links)}${notJudgedPart(report, links)}
${targetList(report)}</section>
</main>`;
  return page({ title: 'Kubecompat report', style: reportStyle, body, script: reportScript }, host);
}

/** The names of up to three targets; of more, the number. */
function targetsTitle({ targets }: WorkspaceReport): string {
  const names = targets.map(({ name }) => name);
  return names.length > 3 ? `${names.length} targets` : names.join(', ');
}

function tilesOf(
  { summary: { coverage } }: WorkspaceReport,
  outlook: Outlook | undefined,
  { anywhere }: ReportCounts,
): readonly SummaryTile[] {
  const { refused, dropped, warned } = anywhere;
  const notJudged = coverage.resources - coverage.judged;
  return [
    ...(outlook === undefined ? [] : [safeTile(outlook)]),
    {
      ...{
        label: 'Refused',
        value: String(refused),
        note: refused === 1 ? 'resource that a target refuses' : 'resources that a target refuses',
      },
      ...{ tone: refused > 0 ? 'error' : 'good', shows: { filter: 'refused' } },
    },
    {
      ...{
        label: 'Silently dropped',
        value: String(dropped),
        note: dropped === 1 ? 'resource that loses fields' : 'resources that lose fields',
      },
      ...{ tone: dropped > 0 ? 'warning' : 'good', shows: { filter: 'dropped' } },
    },
    {
      ...{
        label: 'Warned',
        value: String(warned),
        note: warned === 1 ? 'resource with warnings' : 'resources with warnings',
      },
      ...{ tone: warned > 0 ? 'warning' : 'good', shows: { filter: 'warned' } },
    },
    {
      ...{ label: 'Not checked', value: String(notJudged), note: `of ${count(coverage.resources, 'resource')}` },
      ...{ tone: 'quiet', shows: { part: 'about' } },
    },
  ];
}

function safeTile({ safeUpTo, firstBlocking, order }: Outlook): SummaryTile {
  const label = 'Safe up to';
  if (firstBlocking === null)
    return { label, value: order.at(-1) ?? '', note: 'no target refuses anything', tone: 'good' };
  const note =
    safeUpTo === null
      ? `${firstBlocking} already refuses something`
      : `${firstBlocking} is the first to refuse something`;
  return { label, value: safeUpTo ?? 'none', note, tone: 'error' };
}

/** The counts of each cluster; the table can be searched for clusters. */
function clusterPart(report: WorkspaceReport): string {
  const items = countedClusters(report).map((countedCluster) => {
    return `<li><strong>${escapeHtml(countedCluster.name)}</strong>: ${escapeHtml(clusterLine(countedCluster))}</li>`;
  });
  if (items.length === 0) return '';
  const notApplied = notAppliedOf(report);
  const last =
    notApplied && `<p>Not applied: ${escapeHtml(notApplied.text)}. <span class="quiet">${notApplied.remedy}</span></p>`;
  return `<section aria-label="Clusters"><p>Applied to:</p><ul>${items.join('')}</ul>${last ?? ''}</section>\n`;
}

/** How far the workspace can be upgraded, and the changes due before each target. */
function outlookPart(outlook: Outlook, report: WorkspaceReport, links: PositionLinks): string {
  const groups = tasksByTarget(outlook).map(({ title, tasks }) => {
    const items = tasks.map(({ index, finding }) => {
      const { file, code, message, remedy } = finding;
      return `<li><span class="error">${escapeHtml(code)}</span> ${escapeHtml(file)} ${links.finding(index, finding)}: ${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
    });
    return `<details><summary>${escapeHtml(title)}: ${count(tasks.length, 'change')}</summary><ul>${items.join('')}</ul></details>`;
  });
  return `<section aria-label="Outlook"><p><strong>${escapeHtml(outlookLine(outlook, report))}</strong></p>${groups.join('')}</section>`;
}

/** The uses of each outdated API: in manifests, in the cluster, and by clients. */
function evidencePart(evidence: readonly ReportEvidence[]): string {
  const parts = evidence.map((part) => {
    const heads = evidenceHeads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('');
    const rows = part.apis.map((api) => {
      const [name = '', ...cells] = evidenceRow(api).map(escapeHtml);
      return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    });
    const table =
      rows.length === 0 ? '' : `<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
    const unread = part.unread.map(({ message, remedy }) => {
      return `<li>${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
    });
    return `<p><strong>${escapeHtml(evidenceTitle(part))}</strong></p>${table}${unread.length === 0 ? '' : `<ul>${unread.join('')}</ul>`}`;
  });
  return parts.length === 0 ? '' : `<section aria-label="Evidence">${parts.join('')}</section>\n`;
}

function summary(report: WorkspaceReport): string {
  const { files, coverage } = report.summary;
  const bySeverity = countMerged(report);
  const counts = [
    count(bySeverity.error, 'error'),
    count(bySeverity.warning, 'warning'),
    `${bySeverity.information + bySeverity.hint} information`,
  ];
  return `${count(files, 'file')}, ${judgedOf(coverage)}: ${counts.join(', ')}.`;
}

/** The resources that were not judged, with remedies. */
function sharePart({ summary: { coverage } }: WorkspaceReport): string {
  const items = shareLines(coverage).map(({ text, remedy }) => {
    return `<li>${escapeHtml(text)}${remedy === null ? '' : ` <span class="quiet">${escapeHtml(remedy)}</span>`}</li>`;
  });
  return items.length === 0
    ? '<p>Everything was checked.</p>'
    : `<ul aria-label="Not checked">${items.join('')}</ul>\n`;
}

function leftOutParts(report: WorkspaceReport): string {
  const stale = staleEntries(report).map((entry) => `<li>${escapeHtml(entry)}</li>`);
  const lines = leftOut(report).map((line) => `<p>${escapeHtml(line)}</p>\n`);
  return `${lines.join('')}${stale.length === 0 ? '' : `<ul>${stale.join('')}</ul>\n`}`;
}

function targetList({ targets, tool }: WorkspaceReport): string {
  const items = targets.map(({ name, binary, preview, emulation, minCompatibility, source, support }) => {
    const until = support === undefined ? '' : `; ${support.says}`;
    const what = `binary ${withPreview(binary, preview)}, emulates ${emulation}, compatible with ${minCompatibility}`;
    return `<li><strong>${escapeHtml(name)}</strong>: ${escapeHtml(`${what} (${source})${until}`)}</li>`;
  });
  return `<ul>${items.join('')}</ul><p class="quiet">Facts of Kubernetes ${escapeHtml(tool.catalogue)}.</p>`;
}

function notJudgedPart({ notJudged: entries }: WorkspaceReport, links: PositionLinks): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ file, reason, detail }) => {
    return `<li>${links.file(file, escapeHtml(file))} ${escapeHtml(reason)}: ${escapeHtml(detail)}</li>`;
  });
  return `<details id="not-judged"><summary>${count(entries.length, 'document')} not checked</summary><ul>${items.join('')}</ul></details>`;
}

/** The coverage of charts and kustomizations. */
function coveragePart({ coverage = [] }: WorkspaceReport, links: PositionLinks): string {
  if (coverage.length === 0) return '';
  const items = coverage.map((reportCoverage) => {
    const text = `${reportCoverage.kind}, ${coverageMethod(reportCoverage)}; ${documentsJudged(reportCoverage)}`;
    return `<li>${links.file(reportCoverage.file, escapeHtml(reportCoverage.file))} ${escapeHtml(text)}</li>`;
  });
  return `<details><summary>What was checked of charts and kustomizations</summary><ul>${items.join('')}</ul></details>`;
}
