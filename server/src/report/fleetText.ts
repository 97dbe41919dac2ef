import { displayWidth, padToWidth, printable } from '../text/displayWidth.ts';
import { clustersByTarget, sumsOfClusters } from './reportFleet.ts';
import type { Style, StyleName } from './style.ts';
import type { FleetCounts, ReportFleet, ReportTarget } from './workspaceReport.ts';
import { count } from './wrap.ts';

/** The maximum number of named clusters of a target. */
const maxNames = 6;

/** A fleet for people: workloads by targets, the clusters of each target, and how many refuse a resource. */
export function* fleetText(fleet: ReportFleet, targets: readonly ReportTarget[], style: Style): Iterable<string> {
  const byTarget = clustersByTarget(fleet);
  const used = targets.filter(({ name }) => byTarget.has(name));
  const heads = ['workload', 'clusters', ...used.map(({ name }) => name)].map(printable);
  const rows = fleet.workloads.map(({ name, clusters, targets: counts }) => [
    { text: printable(name), tone: undefined },
    { text: String(clusters.length), tone: undefined },
    ...used.map((target) => fleetCell(counts[target.name])),
  ]);
  const widths = heads.map((head, column) =>
    Math.max(displayWidth(head), ...rows.map((row) => displayWidth(row[column]?.text ?? ''))),
  );
  const padded = (text: string, column: number) => padToWidth(text, widths[column] ?? 0);
  yield `${style('strong', heads.map(padded).join('  ').trimEnd())}\n`;
  for (const row of rows) {
    const cells = row.map(({ text, tone }, column) =>
      tone === undefined ? padded(text, column) : style(tone, padded(text, column)),
    );
    yield `${cells.join('  ').trimEnd()}\n`;
  }
  yield '\n';
  for (const { name, binary, emulation } of used) {
    const clusters = byTarget.get(name) ?? [];
    const names = clusters.slice(0, maxNames).map((cluster) => cluster.name);
    const more = clusters.length > maxNames ? ` and ${clusters.length - maxNames} more` : '';
    const emulates = binary === emulation ? '' : ` emulating ${emulation}`;
    yield `${printable(`${name}: Kubernetes ${binary}${emulates}, ${count(clusters.length, 'cluster')}: ${names.join(', ')}`)}${more}\n`;
  }
  const refusing = sumsOfClusters(fleet).filter(({ error }) => error > 0).length;
  const all = fleet.clusters.length;
  yield `${refusing} of ${count(all, 'cluster')} ${refusing === 1 ? 'refuses' : 'refuse'} a resource of ${refusing === 1 ? 'its' : 'their'} workloads\n`;
  if (fleet.others > 0) {
    yield `${style('warning', 'not checked')}  ${count(fleet.others, 'file')} that no workload of the fleet matches\n`;
  }
  yield '\n';
}

/** The result of a workload at a target, in words. */
export function fleetCell(counts: FleetCounts | undefined): { readonly text: string; readonly tone: StyleName } {
  if (counts === undefined) return { text: '-', tone: 'quiet' };
  if (counts.error > 0) return { text: count(counts.error, 'error'), tone: 'error' };
  if (counts.warning > 0) return { text: count(counts.warning, 'warning'), tone: 'warning' };
  if (counts.fine === 0) return { text: 'not checked', tone: 'quiet' };
  return { text: 'ok', tone: 'good' };
}
