import { fleetCell } from '../fleetText.ts';
import { mergeFindings } from '../mergeFindings.ts';
import { entriesByFile } from '../reportEntries.ts';
import { clustersByTarget, sumsOfClusters } from '../reportFleet.ts';
import { judgedOf } from '../share.ts';
import type { ReportFinding, ReportFleet, ReportFleetCluster, WorkspaceReport } from '../workspaceReport.ts';
import { count } from '../wrap.ts';
import { escapeHtml, type PageHost, page, pageStyle } from './page.ts';

/** With more cells than this, the matrix has a column for each target instead of each cluster. */
const maxCells = 60_000;
/** The maximum number of listed findings. */
const maxFindings = 500;
/** The maximum number of distinct findings in memory. */
const maxCounted = 20_000;

/**
 * A fleet as one page: workloads by clusters, the result of each cluster, and the distinct findings, the most frequent
 * first. Everything from the workspace is escaped.
 */
export function fleetPage(report: WorkspaceReport, fleet: ReportFleet, host: PageHost | undefined): string {
  const { clusters, workloads, others } = fleet;
  const refusing = sumsOfClusters(fleet).filter(({ error }) => error > 0).length;
  const unmatched =
    others === 0 ? '' : `<p>${count(others, 'file')} that no workload of the fleet matches: not checked.</p>`;
  const body = `<main>
<h1>${count(clusters.length, 'cluster')}, ${count(workloads.length, 'workload')}</h1>
<p>${refusing} of ${count(clusters.length, 'cluster')} would refuse a resource; ${count(report.summary.files, 'file')}, ${escapeHtml(judgedOf(report.summary.coverage))}, for ${count(report.targets.length, 'different server')}.</p>${unmatched}
${matrixPart(fleet)}
${clustersPart(fleet, report)}
${findingsPart(report)}
<p class="quiet">Facts of Kubernetes ${escapeHtml(report.tool.catalogue)}.</p>
</main>`;
  return page({ title: 'Kubecompat fleet', style: fleetStyle, body, script: '' }, host);
}

/** A column of the matrix: a cluster, or all clusters of a target. */
interface Column {
  readonly label: string;
  readonly target: string;
  /** The names of its clusters. */
  readonly names: ReadonlySet<string>;
}

function matrixPart(fleet: ReportFleet): string {
  const columns = columnsOf(fleet);
  const heads = columns.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`);
  const rows = fleet.workloads.map(({ name, clusters, targets, resources }) => {
    const clustersOfWorkload = new Set(clusters);
    const cells = columns.map(({ target, names }) => {
      const isApplied = [...names].some((cluster) => clustersOfWorkload.has(cluster));
      const { text, tone } = fleetCell(isApplied ? targets[target] : undefined);
      return `<td class="${tone}">${text}</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(name)} <span class="quiet">${count(resources, 'resource')}</span></th>${cells.join('')}</tr>`;
  });
  return `<div class="scrolls"><table><caption>Workloads by clusters</caption><thead><tr><th scope="col">Workload</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function columnsOf(fleet: ReportFleet): readonly Column[] {
  const { clusters, workloads } = fleet;
  if (clusters.length * workloads.length <= maxCells) {
    return clusters.map(({ name, target }) => ({ label: name, target, names: new Set([name]) }));
  }
  return [...clustersByTarget(fleet)].map(([target, clustersOfTarget]) => ({
    label: `${target} (${count(clustersOfTarget.length, 'cluster')})`,
    target,
    names: new Set(clustersOfTarget.map(({ name }) => name)),
  }));
}

function clustersPart(fleet: ReportFleet, { targets }: WorkspaceReport): string {
  const byName = new Map(targets.map((target) => [target.name, target]));
  const rows = sumsOfClusters(fleet).map(({ cluster, workloads, ...counts }) => {
    const target = byName.get(cluster.target);
    const version = target === undefined ? '' : serverOf(target.binary, target.emulation);
    const { text, tone } = fleetCell(workloads === 0 ? undefined : counts);
    return `<tr><th scope="row">${escapeHtml(cluster.name)}</th><td>${version}</td><td>${workloads}</td><td class="${tone}">${text}</td><td>${escapeHtml(untilOf(cluster))}</td></tr>`;
  });
  return `<table><caption>Clusters</caption><thead><tr><th scope="col">Cluster</th><th scope="col">Kubernetes</th><th scope="col">Workloads</th><th scope="col">Found</th><th scope="col">Support</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function serverOf(binary: string, emulation: string): string {
  return binary === emulation ? binary : `${binary} emulating ${emulation}`;
}

function untilOf({ support }: ReportFleetCluster): string {
  return support?.says ?? '';
}

interface RepeatedFinding {
  readonly finding: ReportFinding;
  readonly targets: Set<string>;
  occurrences: number;
}

function findingsPart(report: WorkspaceReport): string {
  const repeated = new Map<string, RepeatedFinding>();
  let hidden = 0;
  for (const { findings } of entriesByFile(report)) {
    const errorsAndWarnings = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
    for (const { finding, targets } of mergeFindings(errorsAndWarnings)) {
      const key = `${finding.code}\n${finding.message}`;
      const known = repeated.get(key);
      if (known !== undefined) {
        known.occurrences++;
        for (const target of targets) known.targets.add(target);
      } else if (repeated.size < maxCounted) repeated.set(key, { finding, targets: new Set(targets), occurrences: 1 });
      else hidden++;
    }
  }
  const sorted = [...repeated.values()].sort((a, b) => rank(a) - rank(b) || b.occurrences - a.occurrences);
  const unlisted = hidden + sorted.slice(maxFindings).reduce((sum, { occurrences }) => sum + occurrences, 0);
  const items = sorted.slice(0, maxFindings).map(({ finding, targets, occurrences }) => {
    const { severity, code, message, file, range, remedy } = finding;
    const where = `${file}:${range.start.line + 1}${occurrences === 1 ? '' : ` and ${count(occurrences - 1, 'other place')}`}`;
    return `<li><span class="${severity}">${escapeHtml(code)}</span> ${escapeHtml(message)} <span class="quiet">${escapeHtml(where)} (${escapeHtml([...targets].join(', '))})</span> ${escapeHtml(remedy)}</li>`;
  });
  if (items.length === 0) return '<p>Nothing was found.</p>';
  const more = unlisted === 0 ? '' : `<p>And ${count(unlisted, 'other finding')}: the JSON report has all.</p>`;
  return `<section aria-labelledby="found"><h2 id="found">Findings</h2><ul>${items.join('')}</ul>${more}</section>`;
}

function rank({ finding }: RepeatedFinding): number {
  return finding.severity === 'error' ? 0 : 1;
}

const fleetStyle = `${pageStyle}
h2 { font-size: 1.1em; font-weight: 600; margin-block: 1.5em .25em; }
table { border-collapse: collapse; margin-block: 1em; }
caption { text-align: start; padding-block: .5em; font-weight: 600; }
th, td { text-align: start; vertical-align: top; padding: .25em .75em; border-block-end: 1px solid var(--line); white-space: nowrap; }
th[scope=row] { font-weight: normal; position: sticky; inset-inline-start: 0; background: var(--vscode-editor-background, Canvas); }
.scrolls { overflow-x: auto; }
`;
