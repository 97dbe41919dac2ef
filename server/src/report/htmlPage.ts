import { severities } from '../finding.ts';
import { grouped } from '../text/grouped.ts';
import { clusterLine, clustersOf, countedClusters, notAppliedOf } from './clusters.ts';
import { documentsJudged, howJudged } from './coverageLines.ts';
import { countMerged } from './mergeFindings.ts';
import { type Outlook, outlookLine, outlookOf, tasksByTarget } from './outlook.ts';
import { escapeHtml, type PageHost, page, pageStyle } from './page.ts';
import { isUnjudged, judgedOf, shareLines } from './share.ts';
import { leftOut, staleEntries } from './textSummary.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from './workspaceReport.ts';

/**
 * The report as one page that needs nothing else: what was looked at, then a table of resources by targets with the
 * findings of each, which can be searched, narrowed and sorted. Everything from the workspace is escaped.
 *
 * @param host undefined for a file that a browser opens.
 */
export function htmlPage(report: WorkspaceReport, host: PageHost | undefined): string {
  const names = report.targets.map(({ name }) => name);
  const findings = grouped(
    report.findings.map((finding, index): [string, Indexed] => [finding.resource ?? finding.file, { index, finding }]),
  );
  const places = host === undefined ? printedPlaces : buttonPlaces;
  const documents = [...findings].filter(([owner, [first]]) => first?.finding.file === owner);
  const outlook = outlookOf(report);
  const reach = reachCells(outlook, report);
  const columns = ['Resource', ...names, ...(outlook === undefined ? [] : ['Safe up to'])];
  const heads = columns.map((name, column) => {
    return `<th scope="col" aria-sort="none"><button data-sort="${column}">${escapeHtml(name)}</button></th>`;
  });
  const body = `<h1>What ${names.length === 1 ? 'the target does' : 'the targets do'} with this workspace</h1>
<p>${summary(report)}</p>
${sharePart(report)}${leftOutParts(report)}${targetList(report)}
${report.resources.length === 0 && documents.length === 0 ? '<p>There is no manifest in this workspace.</p>' : ''}
${clusterPart(report)}${outlookPart(report, places)}
<p class="tools"><label>Search <input type="search" id="search"></label>
<label>Show <select id="worst"><option value="hint">everything</option><option value="information">with findings</option><option value="warning">warnings and errors</option><option value="error">errors</option></select></label>
<output id="shown"></output></p>
<table>
<caption>Resources by target</caption>
<thead><tr>${heads.join('')}</tr></thead>
${documents.map(([file, found]) => brokenRows(file, found, { names, places, reach: outlook === undefined ? undefined : notJudgedHere })).join('\n')}
${report.resources.map((resource) => resourceRows(resource, findings.get(resource.id) ?? [], { names, places, reach: reach.get(resource.id), clusters: clustersOf(report, resource.file, names) })).join('\n')}
</table>
${coveragePart(report, places)}${notJudged(report, places)}`;
  return page({ title: 'Kubecompat report', style, body, script }, host);
}

/** How places in files are written. */
interface Places {
  readonly file: (file: string, label: string) => string;
  readonly finding: (index: number, finding: ReportFinding) => string;
}

const buttonPlaces: Places = {
  file: (file, label) => `<button data-file="${escapeHtml(file)}">${label}</button>`,
  finding: (index, { range }) => `<button data-finding="${index}">line ${range.start.line + 1}</button>`,
};

const printedPlaces: Places = {
  file: (_, label) => label,
  finding: (_, { range }) => `line ${range.start.line + 1}`,
};

/** What was found for each cluster; in the table the clusters of a resource can be searched for. */
function clusterPart(report: WorkspaceReport): string {
  const items = countedClusters(report).map((one) => {
    return `<li><strong>${escapeHtml(one.name)}</strong>: ${escapeHtml(clusterLine(one))}</li>`;
  });
  const notApplied = notAppliedOf(report);
  const last =
    notApplied && `<p>Not applied: ${escapeHtml(notApplied.text)}. <span class="quiet">${notApplied.remedy}</span></p>`;
  if (items.length === 0) return '';
  return `<section aria-label="Clusters"><p>Applied to:</p><ul>${items.join('')}</ul>${last ?? ''}</section>\n`;
}

/** How far the workspace gets along the targets, and what to do before which of them. */
function outlookPart(report: WorkspaceReport, places: Places): string {
  const outlook = outlookOf(report);
  if (outlook === undefined) return '';
  const groups = tasksByTarget(outlook).map(({ title, tasks }) => {
    const items = tasks.map(({ index, finding }) => {
      const { file, code, message, remedy } = finding;
      return `<li><span class="error">${escapeHtml(code)}</span> ${escapeHtml(file)} ${places.finding(index, finding)}: ${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
    });
    return `<details><summary>${escapeHtml(title)}: ${plural(tasks.length, 'change')}</summary><ul>${items.join('')}</ul></details>`;
  });
  return `<section aria-label="Outlook"><p><strong>${escapeHtml(outlookLine(outlook, report))}</strong></p>${groups.join('')}</section>`;
}

/** How far one resource gets, as a cell; none in a report over one target. */
function reachCells(outlook: Outlook | undefined, { resources }: WorkspaceReport): ReadonlyMap<string, string> {
  const unjudged = new Set(resources.filter(isUnjudged).map(({ id }) => id));
  return new Map(
    outlook?.resources.map(({ resource, safeUpTo, firstBlocking }) => {
      if (unjudged.has(resource)) return [resource, notJudgedHere];
      const text = firstBlocking === null ? 'all' : (safeUpTo ?? 'none');
      return [resource, `<td class="${firstBlocking === null ? 'good' : 'error'}">${escapeHtml(text)}</td>`];
    }),
  );
}

interface Indexed {
  readonly index: number;
  readonly finding: ReportFinding;
}

function summary(report: WorkspaceReport): string {
  const { files, coverage } = report.summary;
  const bySeverity = countMerged(report);
  const counts = [
    plural(bySeverity.error, 'error'),
    plural(bySeverity.warning, 'warning'),
    `${bySeverity.information + bySeverity.hint} for information`,
  ];
  return `${plural(files, 'file')}, ${judgedOf(coverage)}: ${counts.join(', ')}.`;
}

/** What was not judged, and what to do about it. */
function sharePart({ summary: { coverage } }: WorkspaceReport): string {
  const items = shareLines(coverage).map(({ text, remedy }) => {
    return `<li>${escapeHtml(text)}${remedy === null ? '' : ` <span class="quiet">${escapeHtml(remedy)}</span>`}</li>`;
  });
  return items.length === 0 ? '' : `<ul aria-label="Not judged">${items.join('')}</ul>\n`;
}

function leftOutParts(report: WorkspaceReport): string {
  const stale = staleEntries(report).map((entry) => `<li>${escapeHtml(entry)}</li>`);
  const lines = leftOut(report).map((line) => `<p>${escapeHtml(line)}</p>\n`);
  return `${lines.join('')}${stale.length === 0 ? '' : `<ul>${stale.join('')}</ul>\n`}`;
}

function targetList({ targets, tool }: WorkspaceReport): string {
  const items = targets.map(({ name, binary, emulation, minCompatibility, source, support }) => {
    const until = support === undefined ? '' : `; ${support.says}`;
    const what = `binary ${binary}, emulates ${emulation}, compatible with ${minCompatibility}`;
    return `<li><strong>${escapeHtml(name)}</strong>: ${escapeHtml(`${what} (${source})${until}`)}</li>`;
  });
  return `<ul>${items.join('')}</ul><p class="quiet">Facts of Kubernetes ${escapeHtml(tool.catalogue)}.</p>`;
}

/** What a row shows: a cell for each target, how places are written, and how far the resource gets where that is shown. */
interface Row {
  readonly names: readonly string[];
  readonly places: Places;
  readonly reach: string | undefined;
  /** The clusters that it is applied to. */
  readonly clusters?: readonly string[];
}

function resourceRows(resource: ReportResource, found: readonly Indexed[], row: Row): string {
  const { names, places, reach = '', clusters = [] } = row;
  const { kind, apiVersion, namespace, name, file, targets } = resource;
  const title = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name ?? '(no name)'}`;
  const cells = names.map((target) => {
    const verdict = targets[target];
    const here = found.filter(({ finding }) => finding.target === target);
    if (verdict === undefined) return notJudgedHere;
    if (verdict.served === null && here.length === 0) return unknownKind;
    return cell(verdict.worst, servedText(verdict), here.length);
  });
  const place = `${escapeHtml(title)} <span class="quiet">${escapeHtml([apiVersion, file, ...clusters].join(', '))}</span>`;
  return group(
    found,
    title,
    `<th scope="row">${places.file(file, place)}</th>${cells.join('')}${reach}`,
    details(found, row),
  );
}

function brokenRows(file: string, found: readonly Indexed[], row: Row): string {
  const { names, places, reach = '' } = row;
  const cells = names.map((target) => {
    const here = found.filter(({ finding }) => finding.target === target);
    const [first] = here;
    const what = here.some(({ finding }) => finding.code === 'syntax-error') ? 'cannot be read' : 'no API resource';
    return first === undefined ? notJudgedHere : cell(first.finding.severity, what, here.length);
  });
  const head = `<th scope="row">${places.file(file, escapeHtml(file))}</th>${cells.join('')}${reach}`;
  return group(found, file, head, details(found, row));
}

/** One resource with its findings, which stay together when the table is sorted. */
function group(found: readonly Indexed[], title: string, row: string, more: string): string {
  const worst = severities.find((one) => found.some(({ finding }) => finding.severity === one)) ?? 'good';
  return `<tbody data-worst="${worst}" data-key="${escapeHtml(title)}"><tr>${row}</tr>${more}</tbody>`;
}

function servedText({ served, storageVersion }: ReportResource['targets'][string]): string {
  if (served === null) return 'custom resource';
  if (!served) return 'not served';
  return storageVersion === null ? 'served' : `served, stored as ${storageVersion}`;
}

/** A file may be judged against some of the targets only. */
const notJudgedHere = '<td class="quiet">not judged</td>';

/** Nothing was found because nothing is known of the kind. */
const unknownKind = '<td class="quiet">not judged: custom resource</td>';

function cell(worst: string | null, text: string, count: number): string {
  const found = count === 0 ? '' : `, ${plural(count, 'finding')}`;
  return `<td class="${worst ?? 'good'}">${symbols[worst ?? 'good'] ?? ''} ${escapeHtml(text + found)}</td>`;
}

const symbols: Readonly<Record<string, string>> = { good: '✓', error: '✗', warning: '⚠', information: 'ℹ', hint: 'ℹ' };

/** The same finding of several targets is one line that names them. */
function details(found: readonly Indexed[], { names, places, reach }: Row): string {
  if (found.length === 0) return '';
  const merged = new Map<string, { first: Indexed; targets: string[] }>();
  for (const indexed of found) {
    const { code, path, message, offset, target } = indexed.finding;
    const key = JSON.stringify([code, path, message, offset]);
    const entry = merged.get(key) ?? { first: indexed, targets: [] };
    entry.targets.push(target);
    merged.set(key, entry);
  }
  const items = [...merged.values()].map(({ first: { index, finding }, targets }) => {
    const { severity, code, message, why, remedy } = finding;
    const which =
      targets.length === names.length ? '' : ` <span class="quiet">(${escapeHtml(targets.join(', '))})</span>`;
    const open = places.finding(index, finding);
    const label = `<span class="${severity}">${symbols[severity]} ${escapeHtml(code)}</span>`;
    return `<li>${label} ${open} ${escapeHtml(message)}${which}<br><span class="quiet">${escapeHtml(`${why} ${remedy}`)}</span></li>`;
  });
  return `<tr class="details"><td colspan="${names.length + (reach === undefined ? 1 : 2)}"><ul>${items.join('')}</ul></td></tr>`;
}

function notJudged({ notJudged: entries }: WorkspaceReport, places: Places): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ file, reason, detail }) => {
    return `<li>${places.file(file, escapeHtml(file))} ${escapeHtml(reason)}: ${escapeHtml(detail)}</li>`;
  });
  return `<details><summary>${plural(entries.length, 'document')} not judged</summary><ul>${items.join('')}</ul></details>`;
}

/** What was and was not judged of charts and kustomizations. */
function coveragePart({ coverage = [] }: WorkspaceReport, places: Places): string {
  if (coverage.length === 0) return '';
  const items = coverage.map((one) => {
    const text = `${one.kind}, ${howJudged(one)}; ${documentsJudged(one)}`;
    return `<li>${places.file(one.file, escapeHtml(one.file))} ${escapeHtml(text)}</li>`;
  });
  return `<details><summary>What was judged of charts and kustomizations</summary><ul>${items.join('')}</ul></details>`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const style = `${pageStyle}
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; padding-block: .5em; color: var(--quiet); }
th, td { text-align: start; vertical-align: top; padding: .35em .75em; border-block-end: 1px solid var(--line); }
thead th { position: sticky; inset-block-start: 0; background: var(--vscode-editor-background, Canvas); }
thead button { font-weight: 600; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
th[scope=row] { font-weight: normal; }
tr:has(+ .details) > * { border-block-end: none; }
.details td { padding-block-start: 0; }
.details ul { list-style: none; }
@media print { thead th { position: static; } tbody { break-inside: avoid; } }
`;

const script = `
const host = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
const table = document.querySelector('table');
const groups = [...table.tBodies];
const search = document.getElementById('search');
const worst = document.getElementById('worst');
const order = ['good', 'hint', 'information', 'warning', 'error'];
function narrow() {
  const words = search.value.toLowerCase().split(/\\s+/);
  const least = worst.value === 'hint' ? 0 : order.indexOf(worst.value);
  let shown = 0;
  for (const group of groups) {
    const text = group.textContent.toLowerCase();
    group.hidden = order.indexOf(group.dataset.worst) < least || !words.every((word) => text.includes(word));
    if (!group.hidden) shown++;
  }
  document.getElementById('shown').value = shown === groups.length ? '' : shown + ' of ' + groups.length;
}
function sortBy(button) {
  const column = Number(button.dataset.sort);
  const head = button.closest('th');
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement.cells) other.setAttribute('aria-sort', 'none');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = (group) => column === 0 ? group.dataset.key : group.rows[0].cells[column].className + ' ' + group.rows[0].cells[column].textContent;
  groups.sort((a, b) => (down ? -1 : 1) * key(a).localeCompare(key(b)));
  table.append(...groups);
}
search.addEventListener('input', narrow);
window.addEventListener('beforeprint', () => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
});
worst.addEventListener('change', narrow);
document.body.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button === null) return;
  const { finding, file, sort } = button.dataset;
  if (sort !== undefined) sortBy(button);
  else host?.postMessage(finding === undefined ? { file } : { finding: Number(finding) });
});
`;
