import { grouped } from '../text/grouped.ts';
import type { FileReport } from './buildReport.ts';
import { compareText } from './order.ts';
import { isOfShare } from './share.ts';
import type { FleetCounts, ReportFleet, ReportFleetCluster, ReportFleetWorkload } from './workspaceReport.ts';

/** The fleet of a run: its clusters, and the workload of each file. */
export interface FleetOfReport {
  readonly clusters: readonly ReportFleetCluster[];
  /** The number of files that belong to no workload. */
  readonly others: number;
  /** Returns the workload of a file, named as in reports, with the names of its clusters; undefined if it has none. */
  workloadOf(file: string): { readonly name: string; readonly clusters: readonly string[] } | undefined;
}

interface WorkloadTally {
  readonly name: string;
  readonly clusters: readonly string[];
  files: number;
  resources: number;
  notChecked: number;
  readonly byTarget: Map<string, Record<keyof FleetCounts, number>>;
}

/** The totals of a fleet. Parses serialized files one by one, to save memory. */
export function countFleet(
  { clusters, others, workloadOf }: FleetOfReport,
  reports: readonly FileReport[],
): ReportFleet {
  const tallies = new Map<string, WorkloadTally>();
  for (const report of reports) {
    const { resources } = report;
    const file = resources[0]?.file ?? report.notJudged[0]?.file ?? report.findings[0]?.file;
    const workload = file === undefined ? undefined : workloadOf(file);
    if (workload === undefined) continue;
    const key = JSON.stringify([workload.name, workload.clusters]);
    const tally = tallies.get(key) ?? { ...workload, files: 0, resources: 0, notChecked: 0, byTarget: new Map() };
    tallies.set(key, tally);
    tally.files++;
    tally.resources += resources.length;
    tally.notChecked += report.notJudged.filter(
      ({ reason }) => isOfShare(reason) && reason !== 'custom-resource',
    ).length;
    for (const { targets } of resources) {
      for (const [target, { served, worst }] of Object.entries(targets)) {
        const counts = tally.byTarget.get(target) ?? { error: 0, warning: 0, fine: 0, notChecked: 0 };
        tally.byTarget.set(target, counts);
        if (worst === 'error' || worst === 'warning') counts[worst]++;
        else if (served === null) counts.notChecked++;
        else counts.fine++;
      }
    }
  }
  const workloads = [...tallies.values()].map(({ byTarget, ...workload }): ReportFleetWorkload => {
    return { ...workload, targets: Object.fromEntries(byTarget) };
  });
  return { clusters, others, workloads: workloads.sort((a, b) => compareText(a.name, b.name)) };
}

/** Merges the fleets of the shards of one run; undefined if there are none. */
export function mergeFleets(fleets: readonly ReportFleet[]): ReportFleet | undefined {
  const [first] = fleets;
  if (first === undefined) return undefined;
  const merged = new Map<string, ReportFleetWorkload>();
  for (const workload of fleets.flatMap(({ workloads }) => workloads)) {
    const key = JSON.stringify([workload.name, workload.clusters]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? workload : addWorkloads(known, workload));
  }
  const workloads = [...merged.values()].sort((a, b) => compareText(a.name, b.name));
  // Every shard counts `others` over all files.
  return { clusters: first.clusters, others: first.others, workloads };
}

function addWorkloads(left: ReportFleetWorkload, right: ReportFleetWorkload): ReportFleetWorkload {
  const names = [...new Set([...Object.keys(left.targets), ...Object.keys(right.targets)])];
  const targets = names.map((name) => [name, sum(left.targets[name], right.targets[name])] as const);
  return {
    name: left.name,
    clusters: left.clusters,
    files: left.files + right.files,
    resources: left.resources + right.resources,
    notChecked: left.notChecked + right.notChecked,
    targets: Object.fromEntries(targets),
  };
}

const zeroCounts: FleetCounts = { error: 0, warning: 0, fine: 0, notChecked: 0 };

function sum(left: FleetCounts = zeroCounts, right: FleetCounts = zeroCounts): FleetCounts {
  return {
    error: left.error + right.error,
    warning: left.warning + right.warning,
    fine: left.fine + right.fine,
    notChecked: left.notChecked + right.notChecked,
  };
}

/** The totals of a cluster over its workloads. */
export interface FleetClusterSum extends FleetCounts {
  readonly cluster: ReportFleetCluster;
  readonly workloads: number;
}

/** The clusters of a fleet with the totals of their workloads, in order. */
export function sumsOfClusters({ clusters, workloads }: ReportFleet): readonly FleetClusterSum[] {
  const byCluster = new Map(clusters.map((cluster) => [cluster.name, { cluster, workloads: 0, counts: zeroCounts }]));
  for (const workload of workloads) {
    for (const name of workload.clusters) {
      const sums = byCluster.get(name);
      if (sums === undefined) continue;
      sums.workloads++;
      sums.counts = sum(sums.counts, workload.targets[sums.cluster.target]);
    }
  }
  return [...byCluster.values()].map(({ cluster, workloads: number, counts }) => ({
    cluster,
    workloads: number,
    ...counts,
  }));
}

/** The clusters by the name of their target, in the order of the fleet. */
export function clustersByTarget({ clusters }: ReportFleet): ReadonlyMap<string, readonly ReportFleetCluster[]> {
  return grouped(clusters.map((cluster) => [cluster.target, cluster]));
}
