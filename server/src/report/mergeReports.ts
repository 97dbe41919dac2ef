import { lazily } from '../text/lazily.ts';
import { compareEntries } from './baseline.ts';
import { mergeClusters } from './clusters.ts';
import { mergeCoverage } from './coverage.ts';
import { byFile, compareText } from './order.ts';
import { fileReportsOf, withFileReports } from './reportEntries.ts';
import { mergeFleets } from './reportFleet.ts';
import { addShares } from './share.ts';
import { summarize } from './summarize.ts';
import type { ReportBaseline, ReportShard, WorkspaceReport } from './workspaceReport.ts';
import { countedFindings, writtenOf } from './writtenReport.ts';

/** A report with the name of its file, for people. */
export interface NamedReport {
  readonly name: string;
  readonly report: WorkspaceReport;
}

/** The report of the whole run, or the reason why the shards cannot be merged, with a remedy. */
export type MergeResult =
  | { readonly ok: true; readonly report: WorkspaceReport }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

interface Part extends NamedReport {
  readonly shard: ReportShard;
}

/** Merges the shards of one run, in any order: the result is that of a run without shards. */
export function mergeReports(reports: readonly NamedReport[]): MergeResult {
  const parts: Part[] = [];
  for (const report of reports) {
    const { shard } = report.report;
    if (shard === undefined)
      return refuse(`${report.name} is not a shard but a whole report`, 'name the reports of check --shard');
    parts.push({ ...report, shard });
  }
  const [first] = parts;
  if (first === undefined) return refuse('there is no report to merge', 'name the reports of all shards');
  const problem = problemOf(first, parts);
  if (problem !== undefined) return problem;
  const all = parts.map(({ report }) => report);
  const { schemaVersion, tool, targets } = first.report;
  // Entries may be on disk; formats that need them read them file by file.
  const files = all.flatMap(fileReportsOf);
  const resources = lazily(() => byFile(files.flatMap((file) => file.resources)));
  const findings = lazily(() => byFile(files.flatMap((file) => file.findings)));
  const notJudged = byFile(all.flatMap((report) => report.notJudged));
  const coverage = mergeCoverage(all.flatMap((report) => report.coverage ?? []));
  const baseline = mergeBaselines(all.flatMap((report) => report.baseline ?? []));
  const sum = (key: 'files' | 'documents' | 'suppressed') =>
    all.reduce((total, { summary }) => total + (summary[key] ?? 0), 0);
  const counted = {
    files: sum('files'),
    documents: sum('documents'),
    resources: files.reduce((total, file) => total + (writtenOf(file)?.resources.count ?? file.resources.length), 0),
    notJudged: notJudged.length,
    suppressed: sum('suppressed'),
    coverage: addShares(all.map(({ summary }) => summary.coverage)),
  };
  const names = targets.map(({ name }) => name);
  const summary = summarize(counted, countedFindings(files), names);
  const unknownClusters = [...new Set(all.flatMap((report) => report.unknownClusters ?? []))].sort(compareText);
  const applied = all.some((report) => report.clusters !== undefined)
    ? {
        clusters: mergeClusters(all.flatMap((report) => report.clusters ?? [])),
        notApplied: [...new Set(all.flatMap((report) => report.notApplied ?? []))].sort(compareText),
        ...(unknownClusters.length === 0 ? {} : { unknownClusters }),
      }
    : {};
  const fleet = mergeFleets(all.flatMap((report) => report.fleet ?? []));
  const report: WorkspaceReport = {
    schemaVersion,
    tool,
    targets,
    get resources() {
      return resources();
    },
    get findings() {
      return findings();
    },
    notJudged,
    ...(coverage.length === 0 ? {} : { coverage }),
    ...applied,
    ...(fleet === undefined ? {} : { fleet }),
    ...(baseline === undefined ? {} : { baseline }),
    summary,
  };
  return { ok: true, report: withFileReports(report, files) };
}

function problemOf(first: Part, parts: readonly Part[]): Extract<MergeResult, { ok: false }> | undefined {
  const { tool, targets } = first.report;
  const { count, run } = first.shard;
  const names = new Map<number, string>();
  for (const { name, report, shard } of parts) {
    const differs = (what: string) => refuse(`${name} and ${first.name} ${what}`, 'merge the shards of one run');
    if (JSON.stringify(report.tool) !== JSON.stringify(tool)) return differs('are of different versions');
    if (JSON.stringify(report.targets) !== JSON.stringify(targets)) return differs('have different targets');
    if (shard.count !== count) return differs(`come from runs with ${shard.count} and with ${count} shards`);
    if (shard.run !== run) {
      const remedy = 'merge the shards of one run, and write reports as .part, or outside of the checked folders';
      return refuse(`${name} and ${first.name} come from runs over different files`, remedy);
    }
    if ((report.baseline === undefined) !== (first.report.baseline === undefined)) {
      return differs('come from runs with and without a baseline');
    }
    const other = names.get(shard.index);
    if (other !== undefined) {
      return refuse(`${other} and ${name} are both shard ${shard.index}/${count}`, 'name each shard once');
    }
    names.set(shard.index, name);
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !names.has(index));
  if (missing.length === 0) return undefined;
  const shards = missing.map((index) => `${index}/${count}`).join(', ');
  return refuse(`there is no report of shard ${shards}`, 'run the missing shard, and name the reports of all shards');
}

function refuse(message: string, remedy: string): Extract<MergeResult, { ok: false }> {
  return { ok: false, message, remedy };
}

function mergeBaselines(baselines: readonly ReportBaseline[]): ReportBaseline | undefined {
  if (baselines.length === 0) return undefined;
  return {
    findings: baselines.reduce((total, { findings }) => total + findings, 0),
    stale: baselines.flatMap(({ stale }) => stale).sort(compareEntries),
  };
}
