import { compareText } from './order.ts';
import type {
  CoverageCounts,
  CoverageReason,
  ReasonCounts,
  ReportCoverage,
  WorkspaceReport,
} from './workspaceReport.ts';

const nothing: CoverageCounts = { judged: 0, inPart: {}, notJudged: {} };

/**
 * Counts the documents of a file that are API resources, or should be.
 *
 * @param isRendered whether the file was judged as rendered.
 */
export function countDocuments(
  { resources, notJudged }: Pick<WorkspaceReport, 'resources' | 'notJudged'>,
  isRendered: boolean,
): CoverageCounts {
  const judged = new Set(resources.map(({ document }) => document));
  if (notJudged.length === 0) return { ...nothing, judged: judged.size };
  const known = new Set<number>();
  for (const { document, targets } of resources) {
    if (Object.values(targets).some(({ served }) => served !== null)) known.add(document);
  }
  const counts = new Map<string, CoverageCounts>();
  for (const { document, reason } of notJudged) {
    if (reason === 'not-a-resource' || reason === 'not-built' || reason === 'remote-chart') continue;
    if (document !== undefined) judged.delete(document);
    const isPart = document !== undefined && known.has(document);
    const counted = reason !== 'template' ? reason : isPart ? 'values' : isRendered ? 'renders-nothing' : reason;
    counts.set(String(document), isPart ? { ...nothing, inPart: { [counted]: 1 } } : countNotJudged(counted));
  }
  return addCounts([{ ...nothing, judged: judged.size }, ...counts.values()]);
}

/** The counts of documents that were not judged, for one reason. */
export function countNotJudged(reason: CoverageReason, documents = 1): CoverageCounts {
  return { ...nothing, notJudged: { [reason]: documents } };
}

/** The sums of counts. */
export function addCounts(counts: readonly CoverageCounts[]): CoverageCounts {
  const asCreates = counts.flatMap((one) => one.asCreates ?? []);
  return {
    judged: counts.reduce((sum, { judged }) => sum + judged, 0),
    inPart: addReasons(counts.map(({ inPart }) => inPart)),
    notJudged: addReasons(counts.map(({ notJudged }) => notJudged)),
    ...(asCreates.length === 0 ? {} : { asCreates: asCreates.reduce((sum, number) => sum + number, 0) }),
  };
}

function addReasons(all: readonly ReasonCounts[]): ReasonCounts {
  const sums = new Map<string, number>();
  for (const item of all) {
    for (const [reason, documents] of Object.entries(item)) sums.set(reason, (sums.get(reason) ?? 0) + documents);
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => compareText(a, b)));
}

/** Merges the coverage of shards, by kind and file: several shards can have files of a kustomization. */
export function mergeCoverage(all: readonly ReportCoverage[]): readonly ReportCoverage[] {
  const merged = new Map<string, ReportCoverage>();
  for (const reportCoverage of all) {
    const key = `${reportCoverage.kind} ${reportCoverage.file}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? reportCoverage : { ...known, ...addCounts([known, reportCoverage]) });
  }
  return [...merged.values()].sort((a, b) => compareText(a.kind, b.kind) || compareText(a.file, b.file));
}
