import { grouped } from '../../text/grouped.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from '../workspaceReport.ts';

/** The results of a target for a resource, in the words of the page, the worst first. */
export const outcomes = ['refused', 'dropped', 'warned', 'fine', 'not checked'] as const;

/** One of {@link outcomes}. */
export type ResourceOutcome = (typeof outcomes)[number];

/** The results of a report's resources. */
export interface ReportCounts {
  /** How many resources have an outcome at some target: one that is refused by one and loses fields at another counts twice. */
  readonly anywhere: Readonly<Record<ResourceOutcome, number>>;
  /** By the name of each target. */
  readonly byTarget: ReadonlyMap<string, Readonly<Record<ResourceOutcome, number>>>;
}

/** The combined results of one resource's findings, or of a file without resources, at their targets. */
function outcomeOf(findings: readonly ReportFinding[]): ResourceOutcome {
  const loud = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  if (loud.some(({ severity, consequence }) => severity === 'error' && consequence !== 'dropped')) return 'refused';
  if (loud.some(({ consequence }) => consequence === 'dropped')) return 'dropped';
  return loud.length > 0 ? 'warned' : 'fine';
}

/** Counts resources, and files with findings outside resources, by result. */
export function reportCounts({ targets, resources, findings, summary }: WorkspaceReport): ReportCounts {
  const byOwner = grouped(findings.map((finding): [string, ReportFinding] => [ownerOf(finding), finding]));
  const known = new Map(resources.map((resource) => [resource.id, resource]));
  const owners = new Set([...known.keys(), ...byOwner.keys()]);
  const anywhere = none();
  const byTarget = new Map(targets.map(({ name }) => [name, none()]));
  for (const owner of owners) {
    const findings = byOwner.get(owner) ?? [];
    const resource = known.get(owner);
    const everywhere = new Set<ResourceOutcome>();
    for (const [target, counts] of byTarget) {
      const atTarget = findings.filter((reportFinding) => reportFinding.target === target);
      const outcome = outcomeOfResource(resource, atTarget, target);
      // A file whose findings refuse nothing is no resource that was accepted.
      if (outcome === undefined || (resource === undefined && outcome === 'fine')) continue;
      counts[outcome]++;
      everywhere.add(outcome);
    }
    for (const outcome of everywhere) anywhere[outcome]++;
  }
  const notRead = Math.max(
    0,
    summary.coverage.resources - summary.coverage.judged - resources.filter(isNotJudged).length,
  );
  for (const counts of [anywhere, ...byTarget.values()]) counts['not checked'] += notRead;
  return { anywhere, byTarget };
}

/** Whether no target judged a resource. Others that were not judged, such as templates, are not in the list at all. */
function isNotJudged({ targets }: ReportResource): boolean {
  return Object.values(targets).every(({ served }) => served === null);
}

/**
 * The result of a resource at a target; undefined if nothing was judged against that target.
 *
 * @param resource undefined for a file with findings outside resources.
 * @param findings those at the target.
 */
export function outcomeOfResource(
  resource: ReportResource | undefined,
  findings: readonly ReportFinding[],
  target: string,
): ResourceOutcome | undefined {
  if (findings.length > 0) return outcomeOf(findings);
  const verdict = resource?.targets[target];
  return verdict === undefined ? undefined : verdict.served === null ? 'not checked' : 'fine';
}

/** The subject of a finding: the id of a resource, or a file. */
export function ownerOf({ resource, file }: ReportFinding): string {
  return resource ?? file;
}

function none(): Record<ResourceOutcome, number> {
  return { refused: 0, dropped: 0, warned: 0, fine: 0, 'not checked': 0 };
}
