import { severities } from '../../finding.ts';
import { grouped } from '../../text/grouped.ts';
import { clustersByFile } from '../clusters.ts';
import type { Outlook } from '../outlook.ts';
import { isUnjudged } from '../share.ts';
import type { ReportFinding, ReportResource, ResourceVerdict, WorkspaceReport } from '../workspaceReport.ts';
import { count } from '../wrap.ts';
import { escapeHtml } from './page.ts';
import type { PositionLinks } from './positionLinks.ts';
import { outcomeOfResource, outcomes, ownerOf, type ResourceOutcome } from './reportCounts.ts';
import { outcomeClasses } from './timeline.ts';

/** A finding with its index in the report. */
interface IndexedFinding {
  readonly index: number;
  readonly finding: ReportFinding;
}

/** The common inputs of all rows. */
interface Columns {
  /** The names of the targets. */
  readonly names: readonly string[];
  readonly links: PositionLinks;
  /** The cells of the last column, how far a resource can be upgraded, by resource; undefined without this column. */
  readonly reach: ReadonlyMap<string, string> | undefined;
}

/**
 * The table of resources by targets: the worst first, then in report order. Findings follow each row; the script folds
 * them.
 */
export function resourceTable(report: WorkspaceReport, outlook: Outlook | undefined, links: PositionLinks): string {
  const names = outlook?.order ?? report.targets.map(({ name }) => name);
  const findings = grouped(
    report.findings.map((finding, index): [string, IndexedFinding] => [ownerOf(finding), { index, finding }]),
  );
  const columns: Columns = { names, links, reach: reachCells(outlook, report) };
  const clustersOf = clustersByFile(report);
  const files = [...findings].filter(([owner, [first]]) => first?.finding.file === owner);
  if (report.resources.length === 0 && files.length === 0) return '<p>There is no manifest in this workspace.</p>';
  const heads = ['Resource', ...names, ...(outlook === undefined ? [] : ['Safe up to'])].map(
    (name, column) =>
      `<th scope="col" aria-sort="none"><button data-sort="${column}">${escapeHtml(name)}</button></th>`,
  );
  const all = [
    ...files.map(([file, found]) => fileRows(file, found, columns)),
    ...report.resources.map((resource) =>
      resourceRows(resource, findings.get(resource.id) ?? [], clustersOf(resource.file, names), columns),
    ),
  ].sort((a, b) => a.rank - b.rank);
  return `<div class="scrolls"><table>
<caption>Resources by target</caption>
<thead><tr>${heads.join('')}</tr></thead>
${all.map(({ html }) => html).join('\n')}
</table></div>`;
}

/** The rows of a resource, or of a file with findings outside of resources; sorting keeps them together. */
interface Rows {
  readonly rank: number;
  readonly html: string;
}

function resourceRows(
  resource: ReportResource,
  found: readonly IndexedFinding[],
  clusters: readonly string[],
  columns: Columns,
): Rows {
  const { kind, apiVersion, namespace, name, file, id } = resource;
  const title = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name ?? '(no name)'}`;
  const label = `${escapeHtml(title)} <span class="quiet">${escapeHtml([apiVersion, file, ...clusters].join(', '))}</span>`;
  return rows(
    { found, title, label: columns.links.file(file, label), resource, reach: columns.reach?.get(id) },
    columns,
  );
}

function fileRows(file: string, found: readonly IndexedFinding[], columns: Columns): Rows {
  const link = columns.links.file(file, escapeHtml(file));
  return rows(
    { found, title: file, label: link, resource: undefined, reach: columns.reach && notCheckedCell },
    columns,
  );
}

/** The contents of a row. */
interface Row {
  readonly found: readonly IndexedFinding[];
  readonly title: string;
  /** HTML. */
  readonly label: string;
  /** Undefined for a file. */
  readonly resource: ReportResource | undefined;
  /** The last cell. */
  readonly reach: string | undefined;
}

function rows({ found, title, label, resource, reach }: Row, columns: Columns): Rows {
  const outcomesOfRow = new Set<ResourceOutcome>();
  const cells = columns.names.map((target) => {
    const atTarget = found.map(({ finding }) => finding).filter((reportFinding) => reportFinding.target === target);
    const outcome = outcomeOfResource(resource, atTarget, target);
    if (outcome !== undefined) outcomesOfRow.add(outcome);
    return cell(outcome, resource?.targets[target], atTarget);
  });
  const rank = Math.min(...[...outcomesOfRow].map((item) => outcomes.indexOf(item)), outcomes.indexOf('fine'));
  const worst = severities.find((severity) => found.some(({ finding }) => finding.severity === severity)) ?? 'good';
  const fold =
    found.length === 0 ? '' : '<button class="fold" data-fold aria-expanded="true" aria-label="Details"></button>';
  const row = `<tr><th scope="row">${fold}${label}</th>${cells.join('')}${reach ?? ''}</tr>`;
  const marks = `data-worst="${worst}" data-outcomes="${[...outcomesOfRow].map((item) => item.replace(' ', '-')).join(' ')}" data-key="${escapeHtml(title)}"`;
  return { rank, html: `<tbody ${marks}>${row}${details(found, columns)}</tbody>` };
}

/** A target's result in a few words, with a note. */
function cell(
  outcome: ResourceOutcome | undefined,
  verdict: ResourceVerdict | undefined,
  findings: readonly ReportFinding[],
): string {
  if (outcome === undefined) return notCheckedCell;
  const notes = findings.length === 0 ? [] : [count(findings.length, 'finding')];
  if (outcome === 'fine' && typeof verdict?.storageVersion === 'string')
    notes.push(`stored as ${verdict.storageVersion}`);
  const note = notes.length === 0 ? '' : ` <span class="note quiet">${escapeHtml(notes.join(', '))}</span>`;
  return `<td class="${outcomeClasses[outcome]}">${wordOf(outcome, verdict, findings)}${note}</td>`;
}

function wordOf(
  outcome: ResourceOutcome,
  verdict: ResourceVerdict | undefined,
  findings: readonly ReportFinding[],
): string {
  switch (outcome) {
    case 'refused':
      if (verdict?.served === false) return '✗ not served';
      if (verdict !== undefined) return '✗ refused';
      return findings.some(({ code }) => code === 'syntax-error') ? '✗ cannot be read' : '✗ no API resource';
    case 'dropped':
      return '⚠ drops fields';
    case 'warned':
      return verdict === undefined ? '⚠ no API resource' : '⚠ warns';
    case 'fine':
      return verdict === undefined ? 'ℹ no API resource' : '✓ served';
    case 'not checked':
      return '– custom resource';
  }
}

/** For a target that the file does not have. */
const notCheckedCell = '<td class="quiet">not checked</td>';

const symbols: Readonly<Record<string, string>> = { error: '✗', warning: '⚠', information: 'ℹ', hint: 'ℹ' };

/** The findings; one that several targets have in common is one line, which names them. */
function details(found: readonly IndexedFinding[], { names, links, reach }: Columns): string {
  if (found.length === 0) return '';
  const merged = new Map<string, { first: IndexedFinding; targets: string[] }>();
  for (const indexed of found) {
    const { code, path, message, offset, target } = indexed.finding;
    const key = JSON.stringify([code, path, message, offset]);
    const entry = merged.get(key) ?? { first: indexed, targets: [] };
    entry.targets.push(target);
    merged.set(key, entry);
  }
  const items = [...merged.values()].map(({ first: { index, finding }, targets }) => {
    const { severity, code, message, why, remedy } = finding;
    const at = targets.length === names.length ? '' : ` <span class="quiet">(${escapeHtml(targets.join(', '))})</span>`;
    const label = `<span class="${severity}">${symbols[severity]} ${escapeHtml(code)}</span>`;
    return `<li data-code="${escapeHtml(code)}">${label} ${links.finding(index, finding)} <span class="message">${escapeHtml(message)}</span>${at}<br><span class="quiet">${escapeHtml(`${why} ${remedy}`)}</span></li>`;
  });
  return `<tr class="details"><td colspan="${names.length + (reach === undefined ? 1 : 2)}"><ul>${items.join('')}</ul></td></tr>`;
}

/** How far each resource can be upgraded, as cells by resource; undefined without an outlook. */
function reachCells(
  outlook: Outlook | undefined,
  { resources }: WorkspaceReport,
): ReadonlyMap<string, string> | undefined {
  if (outlook === undefined) return undefined;
  const unjudged = new Set(resources.filter(isUnjudged).map(({ id }) => id));
  return new Map(
    outlook.resources.map(({ resource, safeUpTo, firstBlocking }) => {
      if (unjudged.has(resource)) return [resource, notCheckedCell];
      const text = firstBlocking === null ? 'all' : (safeUpTo ?? 'none');
      return [resource, `<td class="${firstBlocking === null ? 'good' : 'error'}">${escapeHtml(text)}</td>`];
    }),
  );
}
