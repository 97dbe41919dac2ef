import type { ReportFormat } from './format.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** The report as one JSON object, one entry a line, so that it can be read, compared and streamed. */
export const json: ReportFormat = {
  name: 'json',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { schemaVersion, tool, targets, resources, findings, notJudged, coverage, shard, baseline, summary } = report;
    yield `{\n"schemaVersion": ${schemaVersion},\n"tool": ${JSON.stringify(tool)},\n`;
    yield* list('targets', targets);
    yield* list('resources', resources);
    yield* list('findings', findings);
    yield* list('notJudged', notJudged);
    if (coverage !== undefined) yield* list('coverage', coverage);
    if (shard !== undefined) yield `"shard": ${JSON.stringify(shard)},\n`;
    if (baseline !== undefined) yield `"baseline": ${JSON.stringify(baseline)},\n`;
    const outlook = outlookOf(report);
    if (outlook !== undefined) yield `"outlook": ${JSON.stringify(outlookJson(outlook))},\n`;
    yield `"summary": ${JSON.stringify(summary)}\n}\n`;
  },
};

function outlookJson({ order, safeUpTo, firstBlocking, resources, tasks }: Outlook) {
  return {
    order,
    safeUpTo,
    firstBlocking,
    resources: resources.filter((one) => one.firstBlocking !== null),
    tasks: tasks.map(({ before, finding: { resource, file, code, path, range, message, remedy, fixes } }) => ({
      before,
      resource,
      file,
      code,
      path,
      range,
      message,
      remedy,
      fix: fixes[0]?.kind ?? null,
    })),
  };
}

function* list(name: string, entries: readonly unknown[]): Iterable<string> {
  yield `"${name}": [`;
  let separator = '\n';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield entries.length === 0 ? '],\n' : '\n],\n';
}
