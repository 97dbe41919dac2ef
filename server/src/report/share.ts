import type { Analysis } from '../judge/analysis.ts';
import { hasUnknownRules } from '../judge/unknownRules.ts';
import { addCounts } from './coverage.ts';
import { reasonText } from './notJudgedReasons.ts';
import type {
  CoverageCounts,
  CoverageReason,
  ReasonCounts,
  ReasonShare,
  ReportNotJudgedReason,
  ReportResource,
  ReportShare,
} from './workspaceReport.ts';
import { count } from './wrap.ts';

/** Reasons for documents that are not resources, are not sent, or are counted by their files. */
const others = ['not-a-resource', 'not-built', 'remote-chart', 'sub-chart-off', 'syntax-error'] as const;

/** Whether something skipped for a reason counts as a resource: it is, should be or may be one. */
export function isOfShare(
  reason: ReportNotJudgedReason,
): reason is Exclude<ReportNotJudgedReason, (typeof others)[number]> {
  return !others.some((other) => other === reason);
}

/**
 * Counts the resources of a file: judged at every target, at some, or at none. Documents that should be resources but
 * have none count as one.
 */
export function shareOf({ resources, notJudged, packed }: Analysis): CoverageCounts {
  const open = new Map<number, CoverageReason>();
  for (const { document, reason, noResource } of [...notJudged, ...(packed?.notJudged ?? [])]) {
    if (reason === 'custom-resource' || noResource === true || !isOfShare(reason)) continue;
    open.set(document, reason);
  }
  const [inPart, not] = [new Tally(), new Tally()];
  const seen = new Set<number>();
  let judged = 0;
  for (const { resource, verdicts } of [...resources, ...(packed?.resources ?? [])]) {
    const { document } = resource;
    seen.add(document);
    const unknown = verdicts.filter(({ availability }) => availability.state === 'custom').length;
    const reason = open.get(document);
    if (verdicts.length > 0 && unknown === verdicts.length) not.add('custom-resource');
    else if (reason !== undefined) inPart.add(reason === 'template' ? 'values' : reason);
    else if (unknown > 0) inPart.add('custom-resource');
    else if (hasUnknownRules({ resource, verdicts })) inPart.add('unknown-rules');
    else judged++;
  }
  for (const [document, reason] of open) if (!seen.has(document)) not.add(reason);
  return { judged, inPart: inPart.counts, notJudged: not.counts };
}

class Tally {
  readonly #counts = new Map<CoverageReason, number>();

  add(reason: CoverageReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  get counts(): ReasonCounts {
    return Object.fromEntries(this.#counts);
  }
}

/** The counts as reports have them. */
export function reportShare({ judged, inPart, notJudged }: CoverageCounts): ReportShare {
  const [partly, not] = [reasonsOf(inPart), reasonsOf(notJudged)];
  const all = judged + sum(partly);
  return { resources: all + sum(not), judged: all, inPart: partly.map(asShare), notJudged: not.map(asShare) };
}

/** The sums over the parts of one run. */
export function addShares(shares: readonly ReportShare[]): ReportShare {
  return reportShare(addCounts(shares.map(countsOf)));
}

function countsOf({ judged, inPart, notJudged }: ReportShare): CoverageCounts {
  const counts = (all: readonly ReasonShare[]): ReasonCounts =>
    Object.fromEntries(all.map(({ reason, resources }) => [reason, resources]));
  const partly = inPart.reduce((total, { resources }) => total + resources, 0);
  return { judged: judged - partly, inPart: counts(inPart), notJudged: counts(notJudged) };
}

function asShare([reason, resources]: readonly [CoverageReason, number]): ReasonShare {
  const { what, remedy = null } = reasonText(reason);
  return { reason, resources, what, remedy };
}

function sum(reasons: readonly (readonly [CoverageReason, number])[]): number {
  return reasons.reduce((total, [, number]) => total + number, 0);
}

/** The reasons with a nonzero count. */
export function reasonsOf(counts: ReasonCounts): readonly (readonly [CoverageReason, number])[] {
  return coverageReasons.flatMap((reason) => {
    const number = counts[reason] ?? 0;
    return number === 0 ? [] : [[reason, number] as const];
  });
}

/** In the sort order of {@link addCounts}. */
const coverageReasons: readonly CoverageReason[] = [
  'absent',
  'bad-configuration',
  'broken-resource',
  'custom-resource',
  'internal-error',
  'not-in-run',
  'packed',
  'remote',
  'renders-nothing',
  'sub-chart-off',
  'syntax-error',
  'template',
  'unknown-rules',
  'unreadable',
  'values',
];

/** `412 of 453 resources judged`, `3 resources judged` if all were. */
export function judgedOf({ resources, judged }: ReportShare): string {
  return judged === resources
    ? `${count(judged, 'resource')} checked`
    : `${judged} of ${count(resources, 'resource')} checked`;
}

/** What was not judged, or only partly, and the remedy: a line per reason. */
export interface ShareLine {
  /** `38 resources not judged: without a known definition` */
  readonly text: string;
  /** A sentence; null if there is no remedy. */
  readonly remedy: string | null;
}

/** The lines about resources that were not fully judged: those not judged at all come first. */
export function shareLines({ inPart, notJudged }: ReportShare): readonly ShareLine[] {
  const line = (method: string) =>
    function lineOf({ resources, what, remedy }: ReasonShare): ShareLine {
      return { text: `${count(resources, 'resource')} ${method}: ${what}`, remedy };
    };
  return [...notJudged.map(line('not checked')), ...inPart.map(line('checked in part'))];
}

/** All of it as one paragraph; undefined if every resource was fully judged. */
export function shareParagraph(share: ReportShare): string | undefined {
  const lines = shareLines(share);
  if (lines.length === 0) return undefined;
  const sentences = lines.map(({ text, remedy }) => (remedy === null ? `${text}.` : `${text}. ${remedy}`));
  return `${judgedOf(share)}. ${sentences.join(' ')}`;
}

/** Whether no target judged a resource: its kind is unknown. */
export function isUnjudged({ targets }: Pick<ReportResource, 'targets'>): boolean {
  return Object.values(targets).every(({ served }) => served === null);
}
