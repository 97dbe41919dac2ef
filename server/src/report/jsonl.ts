import { countedClusters } from './clusters.ts';
import type { ReportFormat } from './format.ts';
import { entriesByFile } from './reportEntries.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/**
 * The report as one JSON object per line, each with a `type`, in this order: `tool`, `target`, `resource`, `finding`,
 * `notJudged`, `coverage`, `cluster`, `notApplied`, `unknownCluster`, `fleet`, `evidence`, `shard`, `baseline`,
 * `summary`. Apart from `type`, the objects are those of the JSON format.
 */
export const jsonl: ReportFormat = {
  name: 'jsonl',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const {
      schemaVersion,
      tool,
      targets,
      notJudged,
      coverage = [],
      notApplied = [],
      fleet,
      shard,
      baseline,
      summary,
    } = report;
    yield line('tool', { schemaVersion, ...tool });
    for (const target of targets) yield line('target', target);
    for (const { resources } of entriesByFile(report))
      for (const resource of resources) yield line('resource', resource);
    for (const { findings } of entriesByFile(report)) for (const finding of findings) yield line('finding', finding);
    for (const entry of notJudged) yield line('notJudged', entry);
    for (const entry of coverage) yield line('coverage', entry);
    for (const entry of countedClusters(report)) yield line('cluster', entry);
    for (const file of notApplied) yield line('notApplied', { file });
    for (const file of report.unknownClusters ?? []) yield line('unknownCluster', { file });
    if (fleet !== undefined) yield line('fleet', fleet);
    for (const entry of report.evidence ?? []) yield line('evidence', entry);
    if (shard !== undefined) yield line('shard', shard);
    if (baseline !== undefined) yield line('baseline', baseline);
    yield line('summary', summary);
  },
};

function line(type: string, entry: object): string {
  return `${JSON.stringify({ type, ...entry })}\n`;
}
