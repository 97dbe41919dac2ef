import { grouped } from '../../text/grouped.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from '../workspaceReport.ts';

/** What a target does with a resource, in the words of the page, the worst first. */
export const outcomes = ['refused', 'dropped', 'warned', 'fine', 'not checked'] as const;

/** One of {@link outcomes}. */
export type Outcome = (typeof outcomes)[number];

/** What becomes of the resources of a report. */
export interface ReportCounts {
  /** How many resources have an outcome at some target: one that is refused by one and loses fields at another counts twice. */
  readonly anywhere: Readonly<Record<Outcome, number>>;
  /** By the name of each target. */
  readonly byTarget: ReadonlyMap<string, Readonly<Record<Outcome, number>>>;
}

/** What the findings of one resource, or of a file that has none, come to at the targets that they are of. */
function outcomeOf(findings: readonly ReportFinding[]): Outcome {
  const loud = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  if (loud.some(({ severity, consequence }) => severity === 'error' && consequence !== 'dropped')) return 'refused';
  if (loud.some(({ consequence }) => consequence === 'dropped')) return 'dropped';
  return loud.length > 0 ? 'warned' : 'fine';
}

/** Counts resources, and files with findings of no resource, by what becomes of them. */
export function reportCounts({ targets, resources, findings }: WorkspaceReport): ReportCounts {
  const byOwner = grouped(findings.map((finding): [string, ReportFinding] => [ownerOf(finding), finding]));
  const known = new Map(resources.map((resource) => [resource.id, resource]));
  const owners = new Set([...known.keys(), ...byOwner.keys()]);
  const anywhere = none();
  const byTarget = new Map(targets.map(({ name }) => [name, none()]));
  for (const owner of owners) {
    const own = byOwner.get(owner) ?? [];
    const resource = known.get(owner);
    const everywhere = new Set<Outcome>();
    for (const [target, counts] of byTarget) {
      const here = own.filter((reportFinding) => reportFinding.target === target);
      const outcome = outcomeOfResource(resource, here, target);
      if (outcome === undefined) continue;
      counts[outcome]++;
      everywhere.add(outcome);
    }
    for (const outcome of everywhere) anywhere[outcome]++;
  }
  return { anywhere, byTarget };
}

/**
 * What becomes of a resource at a target; undefined where nothing was judged against that target.
 *
 * @param resource undefined for a file with findings of none.
 * @param findings those of it at the target.
 */
export function outcomeOfResource(
  resource: ReportResource | undefined,
  findings: readonly ReportFinding[],
  target: string,
): Outcome | undefined {
  if (findings.length > 0) return outcomeOf(findings);
  const verdict = resource?.targets[target];
  return verdict === undefined ? undefined : verdict.served === null ? 'not checked' : 'fine';
}

/** What a finding is about: the id of a resource, or a file. */
export function ownerOf({ resource, file }: ReportFinding): string {
  return resource ?? file;
}

function none(): Record<Outcome, number> {
  return { refused: 0, dropped: 0, warned: 0, fine: 0, 'not checked': 0 };
}
