import { countedClusters } from './clusters.ts';
import type { ReportFormat } from './format.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import { entriesAsJson } from './reportEntries.ts';
import type { ReportFleet, WorkspaceReport } from './workspaceReport.ts';
import { entrySeparator } from './writtenReport.ts';

/** The report as one JSON object with an entry per line, so that it can be compared and streamed. */
export const json: ReportFormat = {
  name: 'json',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { schemaVersion, tool, targets, notJudged, coverage, notApplied, fleet, shard, baseline, summary } = report;
    yield `{\n"schemaVersion": ${schemaVersion},\n"tool": ${JSON.stringify(tool)},\n`;
    yield* list('targets', targets.map(asJson));
    yield* list('resources', entriesAsJson(report, 'resources'));
    yield* list('findings', entriesAsJson(report, 'findings'));
    yield* list('notJudged', notJudged.map(asJson));
    if (coverage !== undefined) yield* list('coverage', coverage.map(asJson));
    if (report.clusters !== undefined) yield* list('clusters', countedClusters(report).map(asJson));
    if (notApplied !== undefined) yield `"notApplied": ${JSON.stringify(notApplied)},\n`;
    if (report.unknownClusters !== undefined) yield `"unknownClusters": ${JSON.stringify(report.unknownClusters)},\n`;
    if (fleet !== undefined) yield* fleetJson(fleet);
    if (report.evidence !== undefined) yield* list('evidence', report.evidence.map(asJson));
    if (shard !== undefined) yield `"shard": ${JSON.stringify(shard)},\n`;
    if (baseline !== undefined) yield `"baseline": ${JSON.stringify(baseline)},\n`;
    const outlook = outlookOf(report);
    if (outlook !== undefined) yield `"outlook": ${JSON.stringify(outlookJson(outlook))},\n`;
    yield `"summary": ${JSON.stringify(summary)}\n}\n`;
  },
};

/** Each cluster and workload is on a separate line. */
function* fleetJson({ clusters, workloads, others }: ReportFleet): Iterable<string> {
  yield '"fleet": {\n';
  yield* list('clusters', clusters.map(asJson));
  yield* list('workloads', workloads.map(asJson));
  yield `"others": ${others}\n},\n`;
}

function outlookJson({ order, safeUpTo, firstBlocking, resources, tasks }: Outlook) {
  return {
    order,
    safeUpTo,
    firstBlocking,
    resources: resources.filter((resource) => resource.firstBlocking !== null),
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

function* list(name: string, entries: Iterable<string>): Iterable<string> {
  yield `"${name}": [`;
  let before = '\n';
  for (const entry of entries) {
    yield before + entry;
    before = entrySeparator;
  }
  yield before === entrySeparator ? '\n],\n' : '],\n';
}

function asJson(entry: object): string {
  return JSON.stringify(entry);
}
