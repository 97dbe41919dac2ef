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

/** Reasons for documents that are not resources, or are not sent to a server. */
const uncountedReasons = ['not-a-resource', 'not-built', 'remote-chart', 'sub-chart-off', 'syntax-error'] as const;

/** Whether something that was not judged for a reason counts as a resource. */
export function isOfShare(
  reason: ReportNotJudgedReason,
): reason is Exclude<ReportNotJudgedReason, (typeof uncountedReasons)[number]> {
  return !uncountedReasons.some((uncounted) => uncounted === reason);
}

/**
 * Counts the resources of a file: fully judged, judged in part, or not judged. A document that should be a resource but
 * could not be read as one counts as one.
 */
export function shareOf({ resources, notJudged, packed }: Analysis): CoverageCounts {
  const open = new Map<number, CoverageReason>();
  for (const { document, reason, noResource } of [...notJudged, ...(packed?.notJudged ?? [])]) {
    if (reason === 'custom-resource' || noResource === true || !isOfShare(reason)) continue;
    open.set(document, reason);
  }
  const [inPart, unjudged] = [new Tally(), new Tally()];
  const withResources = new Set<number>();
  let judged = 0;
  for (const { resource, verdicts } of [...resources, ...(packed?.resources ?? [])]) {
    const { document } = resource;
    withResources.add(document);
    const unknown = verdicts.filter(({ availability }) => availability.state === 'custom').length;
    const reason = open.get(document);
    if (verdicts.length > 0 && unknown === verdicts.length) unjudged.add('custom-resource');
    else if (reason !== undefined) inPart.add(reason === 'template' ? 'values' : reason);
    else if (unknown > 0) inPart.add('custom-resource');
    else if (hasUnknownRules({ resource, verdicts })) inPart.add('unknown-rules');
    else judged++;
  }
  for (const [document, reason] of open) if (!withResources.has(document)) unjudged.add(reason);
  const compared = resources.flatMap(({ isCreate }) => (isCreate === undefined ? [] : isCreate));
  const asCreates = compared.length === 0 ? {} : { asCreates: compared.filter(Boolean).length };
  return { judged, inPart: inPart.counts, notJudged: unjudged.counts, ...asCreates };
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

/** The counts as a report's share, with the texts of reasons. */
export function reportShare({ judged, inPart, notJudged, asCreates }: CoverageCounts): ReportShare {
  const [partly, unjudged] = [reasonsOf(inPart), reasonsOf(notJudged)];
  const all = judged + sum(partly);
  return {
    resources: all + sum(unjudged),
    judged: all,
    inPart: partly.map(asShare),
    notJudged: unjudged.map(asShare),
    ...(asCreates === undefined ? {} : { checkedAsCreates: asCreates }),
  };
}

/** The sums over the shards of one run. */
export function addShares(shares: readonly ReportShare[]): ReportShare {
  return reportShare(addCounts(shares.map(countsOf)));
}

function countsOf({ judged, inPart, notJudged, checkedAsCreates }: ReportShare): CoverageCounts {
  const counts = (all: readonly ReasonShare[]): ReasonCounts =>
    Object.fromEntries(all.map(({ reason, resources }) => [reason, resources]));
  const partly = inPart.reduce((total, { resources }) => total + resources, 0);
  return {
    judged: judged - partly,
    inPart: counts(inPart),
    notJudged: counts(notJudged),
    ...(checkedAsCreates === undefined ? {} : { asCreates: checkedAsCreates }),
  };
}

function asShare([reason, resources]: readonly [CoverageReason, number]): ReasonShare {
  const { what, remedy = null } = reasonText(reason);
  return { reason, resources, what, remedy };
}

function sum(reasons: readonly (readonly [CoverageReason, number])[]): number {
  return reasons.reduce((total, [, number]) => total + number, 0);
}

/** The reasons with a nonzero count, sorted. */
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

/** `412 of 453 resources checked`, or `3 resources checked (1 as a create)` if all were. */
export function judgedOf({ resources, judged, checkedAsCreates = 0 }: ReportShare): string {
  const checked =
    judged === resources
      ? `${count(judged, 'resource')} checked`
      : `${judged} of ${count(resources, 'resource')} checked`;
  if (checkedAsCreates === 0) return checked;
  return `${checked} (${checkedAsCreates} as ${checkedAsCreates === 1 ? 'a create' : 'creates'})`;
}

/** The resources that were not fully judged for one reason. */
export interface ShareLine {
  /** `38 resources not checked: without a known definition`. */
  readonly text: string;
  /** A sentence; null if there is no remedy. */
  readonly remedy: string | null;
}

/** A line per reason why resources were not fully judged; those not judged at all come first. */
export function shareLines({ inPart, notJudged }: ReportShare): readonly ShareLine[] {
  const lineOf = (state: string, { resources, what, remedy }: ReasonShare): ShareLine => ({
    text: `${count(resources, 'resource')} ${state}: ${what}`,
    remedy,
  });
  return [
    ...notJudged.map((reason) => lineOf('not checked', reason)),
    ...inPart.map((reason) => lineOf('checked in part', reason)),
  ];
}

/** The share and its lines as a paragraph; undefined if every resource was fully judged. */
export function shareParagraph(share: ReportShare): string | undefined {
  const lines = shareLines(share);
  if (lines.length === 0) return undefined;
  const sentences = lines.map(({ text, remedy }) => (remedy === null ? `${text}.` : `${text}. ${remedy}`));
  return `${judgedOf(share)}. ${sentences.join(' ')}`;
}

/** Whether no target judged a resource, because its kind is unknown. */
export function isUnjudged({ targets }: Pick<ReportResource, 'targets'>): boolean {
  return Object.values(targets).every(({ served }) => served === null);
}
