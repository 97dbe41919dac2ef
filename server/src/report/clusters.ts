import { type Severity, severities } from '../finding.ts';
import { grouped } from '../text/grouped.ts';
import { mergeFindings } from './mergeFindings.ts';
import { compareText } from './order.ts';
import { entriesByFile } from './reportEntries.ts';
import type { ReportCluster, WorkspaceReport } from './workspaceReport.ts';
import { count } from './wrap.ts';

/** A cluster with the counts of findings in its files. */
export interface CountedCluster extends ReportCluster {
  readonly resources: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

/** The counts for each cluster of a report, in order; a finding at several of its targets counts once. */
export function countedClusters(report: WorkspaceReport): readonly CountedCluster[] {
  const { clusters = [] } = report;
  if (clusters.length === 0) return [];
  const all = clusters.map((cluster) => ({
    cluster,
    files: new Set(cluster.files),
    resources: 0,
    bySeverity: { error: 0, warning: 0, information: 0, hint: 0 },
  }));
  for (const { file, resources, findings } of entriesByFile(report)) {
    for (const item of all) {
      if (!item.files.has(file)) continue;
      item.resources += resources.length;
      const { targets } = item.cluster;
      const merged = mergeFindings(findings.filter(({ target }) => targets.includes(target)));
      for (const { finding } of merged) item.bySeverity[finding.severity]++;
    }
  }
  return all.map(({ cluster, resources, bySeverity }) => ({ ...cluster, resources, bySeverity }));
}

/** Returns the names of the clusters of a file for some targets. */
export type ClustersOf = (file: string, targets: readonly string[]) => readonly string[];

/** Indexes the clusters of a report by file. */
export function clustersByFile({ clusters = [] }: Pick<WorkspaceReport, 'clusters'>): ClustersOf {
  const byFile = grouped(clusters.flatMap((cluster) => cluster.files.map((file) => [file, cluster] as const)));
  return (file, targets) =>
    (byFile.get(file) ?? []).flatMap(({ name, targets: clusterTargets }) =>
      clusterTargets.some((candidate) => targets.includes(candidate)) ? name : [],
    );
}

/** `clusters/staging, 12 resources checked at prod: 2 errors`. */
export function clusterLine({ begins, resources, bySeverity, targets }: CountedCluster): string {
  const findings = severities.flatMap((severity) =>
    bySeverity[severity] === 0 ? [] : counted(severity, bySeverity[severity]),
  );
  const folder = begins === null ? '' : `${begins}, `;
  const checked = `${count(resources, 'resource')} checked at ${targets.join(', ')}`;
  return `${folder}${checked}: ${findings.join(', ') || 'nothing found'}`;
}

function counted(severity: Severity, number: number): string {
  return severity === 'information' || severity === 'hint' ? `${number} ${severity}` : count(number, severity);
}

/** The note on files that no cluster applies. */
export interface UnappliedNote {
  /** `2 files with resources: a.yaml, b.yaml` */
  readonly text: string;
  readonly remedy: string;
}

/** The note on the files of a report that no cluster applies; undefined if there are none. */
export function notAppliedOf({ clusters = [], notApplied = [] }: WorkspaceReport): UnappliedNote | undefined {
  if (notApplied.length === 0) return undefined;
  const tools = [...new Set(clusters.map(({ tool }) => tool))].sort().join(' and ');
  const others = tools === '' ? '' : `, while ${tools} applies others`;
  const shown = notApplied.slice(0, maxFiles);
  const more = notApplied.length - shown.length;
  const names = `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
  return {
    text: `${count(notApplied.length, 'file')} with resources that no cluster applies${others}: ${names}`,
    remedy: 'Add them to what a cluster applies, or remove them.',
  };
}

const maxFiles = 5;

/** Merges the clusters of the shards of one run, by name and entry folder. */
export function mergeClusters(all: readonly ReportCluster[]): readonly ReportCluster[] {
  const merged = new Map<string, ReportCluster>();
  for (const reportCluster of all) {
    const key = JSON.stringify([reportCluster.name, reportCluster.tool, reportCluster.begins]);
    const known = merged.get(key);
    const union = (field: 'files' | 'targets') =>
      [...new Set([...(known?.[field] ?? []), ...reportCluster[field]])].sort(compareText);
    merged.set(key, { ...reportCluster, targets: union('targets'), files: union('files') });
  }
  return [...merged.values()].sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.begins ?? '', b.begins ?? ''),
  );
}
