import type { ReportFormat } from './format.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** The report as one JSON object, one entry a line, so that it can be read, compared and streamed. */
export const json: ReportFormat = {
  name: 'json',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { schemaVersion, tool, targets, resources, findings, notJudged, shard, baseline, summary } = report;
    yield `{\n"schemaVersion": ${schemaVersion},\n"tool": ${JSON.stringify(tool)},\n`;
    yield* list('targets', targets);
    yield* list('resources', resources);
    yield* list('findings', findings);
    yield* list('notJudged', notJudged);
    if (shard !== undefined) yield `"shard": ${JSON.stringify(shard)},\n`;
    if (baseline !== undefined) yield `"baseline": ${JSON.stringify(baseline)},\n`;
    yield `"summary": ${JSON.stringify(summary)}\n}\n`;
  },
};

function* list(name: string, entries: readonly unknown[]): Iterable<string> {
  yield `"${name}": [`;
  let separator = '\n';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield entries.length === 0 ? '],\n' : '\n],\n';
}
