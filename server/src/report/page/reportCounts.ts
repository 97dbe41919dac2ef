import { grouped } from '../../text/grouped.ts';
import { isUnjudged } from '../share.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from '../workspaceReport.ts';

/** The possible results of a target for a resource, the worst first. */
export const outcomes = ['refused', 'dropped', 'warned', 'fine', 'not checked'] as const;

/** One of {@link outcomes}. */
export type ResourceOutcome = (typeof outcomes)[number];

/** The results of a report's resources. */
export interface ReportCounts {
  /** How many resources have an outcome at some target. A resource with several outcomes counts for each. */
  readonly anywhere: Readonly<Record<ResourceOutcome, number>>;
  /** By the name of each target. */
  readonly byTarget: ReadonlyMap<string, Readonly<Record<ResourceOutcome, number>>>;
}

/** The outcome of the findings at one target, of a resource or of a file. */
function outcomeOf(findings: readonly ReportFinding[]): ResourceOutcome {
  const relevant = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  if (relevant.some(({ severity, consequence }) => severity === 'error' && consequence !== 'dropped')) return 'refused';
  if (relevant.some(({ consequence }) => consequence === 'dropped')) return 'dropped';
  return relevant.length > 0 ? 'warned' : 'fine';
}

/** Counts resources, and files with findings outside of resources, by outcome. */
export function reportCounts({ targets, resources, findings, summary }: WorkspaceReport): ReportCounts {
  const byOwner = grouped(findings.map((finding): [string, ReportFinding] => [ownerOf(finding), finding]));
  const known = new Map(resources.map((resource) => [resource.id, resource]));
  const owners = new Set([...known.keys(), ...byOwner.keys()]);
  const anywhere = zeroCounts();
  const byTarget = new Map(targets.map(({ name }) => [name, zeroCounts()]));
  for (const owner of owners) {
    const findings = byOwner.get(owner) ?? [];
    const resource = known.get(owner);
    const outcomesOfOwner = new Set<ResourceOutcome>();
    for (const [target, counts] of byTarget) {
      const atTarget = findings.filter((reportFinding) => reportFinding.target === target);
      const outcome = outcomeOfResource(resource, atTarget, target);
      // A file does not count as an accepted resource.
      if (outcome === undefined || (resource === undefined && outcome === 'fine')) continue;
      counts[outcome]++;
      outcomesOfOwner.add(outcome);
    }
    for (const outcome of outcomesOfOwner) anywhere[outcome]++;
  }
  // Unjudged resources that the report does not list, such as those in templates.
  const unlisted = Math.max(
    0,
    summary.coverage.resources - summary.coverage.judged - resources.filter(isUnjudged).length,
  );
  for (const counts of [anywhere, ...byTarget.values()]) counts['not checked'] += unlisted;
  return { anywhere, byTarget };
}

/**
 * The outcome of a resource at a target; undefined if it was not judged against the target.
 *
 * @param resource undefined for a file with findings outside of resources.
 * @param findings the findings at the target.
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

function zeroCounts(): Record<ResourceOutcome, number> {
  return { refused: 0, dropped: 0, warned: 0, fine: 0, 'not checked': 0 };
}
