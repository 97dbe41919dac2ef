import type { Availability } from '../catalog/surface.ts';
import { type Finding, severityOf } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';

/**
 * What becomes of a stored object when the first server of a plan takes over again, the worst first. `not-served`: no
 * version of its kind is served, so nothing reads it; `update-refused`: it stays, and every update is refused until it
 * changes; `fields-lost`: fields are gone, because the binary does not know them or drops them in updates too;
 * `other-version`: it is served, but not in the version of its manifest; `no-effect`: fields stay while the object is
 * stored, and their feature gate is off; `kept`: it stays and works.
 */
export const rollbackOutcomes = [
  'not-served',
  'update-refused',
  'fields-lost',
  'other-version',
  'no-effect',
  'kept',
] as const;

/** One of {@link rollbackOutcomes}. */
export type RollbackOutcome = (typeof rollbackOutcomes)[number];

/** What a rollback to the first server of a plan means for a manifest that a later server has stored. */
export interface Rollback {
  /** The step from which on a server takes what the first one does not, from 0 on. */
  readonly step: number;
  readonly outcome: RollbackOutcome;
  /** The paths that are lost, and those that stay without effect, in the order of the text. */
  readonly lost: readonly string[];
  readonly withoutEffect: readonly string[];
  /** What the first server says where the manifest is created again. */
  readonly findings: readonly Finding[];
}

/**
 * What the first server of a plan says of a resource and a later one does not, by the step from which on that one takes
 * it. A rollback finds the object stored, so what becomes of it is what an update of it meets, not what a create does
 * (`PrepareForUpdate` and `ValidateUpdate` of the strategies). Custom resources whose definition is not known say nothing.
 *
 * @param again what the first server says of an update that writes the object as it is stored.
 */
export function rollbacksOf({ verdicts }: JudgedResource, again: () => Verdict | undefined): readonly Rollback[] {
  const [first, ...later] = verdicts;
  if (first === undefined) return [];
  const byStep = new Map<number, Finding[]>();
  for (const finding of serverFindings(first)) {
    if (finding.consequence === 'warning') continue;
    const step = later.findIndex((verdict) => stores(verdict, finding));
    if (step >= 0) byStep.set(step, [...(byStep.get(step) ?? []), finding]);
  }
  if (byStep.size === 0) return [];
  const standing = new Set(serverFindings(again() ?? first).map(keyOf));
  return [...byStep]
    .sort(([a], [b]) => a - b)
    .map(([step, findings]) => rollback(step, findings, standing, first.availability));
}

/** Whether a server stores a resource with what the first one's finding is about, which another one may drop as well. */
function stores(verdict: Verdict, { path, span }: Finding): boolean {
  return (
    verdict.availability.state === 'served' &&
    serverFindings(verdict).every(
      (serverFinding) =>
        serverFinding.consequence === 'warning' ||
        (serverFinding.consequence !== 'invalid' &&
          serverFinding.consequence !== 'forbidden' &&
          serverFinding.consequence !== 'undecodable' &&
          (serverFinding.path !== path || serverFinding.span.start !== span.start)),
    )
  );
}

function rollback(
  step: number,
  findings: readonly Finding[],
  standing: ReadonlySet<string>,
  availability: Availability,
): Rollback {
  const outcomes = findings.map((finding) => outcomeOf(finding, standing.has(keyOf(finding)), availability));
  const pathsOf = (outcome: RollbackOutcome) => [
    ...new Set(findings.flatMap(({ path }, index) => (outcomes[index] === outcome ? [path] : []))),
  ];
  return {
    step,
    outcome: rollbackOutcomes.find((rollbackOutcome) => outcomes.includes(rollbackOutcome)) ?? 'kept',
    lost: pathsOf('fields-lost'),
    withoutEffect: pathsOf('no-effect'),
    findings,
  };
}

/** @param stands whether an update that changes nothing meets it as well. */
function outcomeOf({ consequence }: Finding, stands: boolean, availability: Availability): RollbackOutcome {
  switch (consequence) {
    case 'not-served':
      return 'alternatives' in availability && availability.alternatives.length > 0 ? 'other-version' : 'not-served';
    case 'unknown-field':
      return 'fields-lost';
    case 'dropped':
      return stands ? 'fields-lost' : 'no-effect';
    default:
      return stands ? 'update-refused' : 'kept';
  }
}

/** Whether the first server refuses the manifest of a rollback where it is created or applied again. */
export function isRefusedAnew({ findings }: Rollback): boolean {
  return findings.some(isError);
}

/** Whether a rollback costs something of what is stored, or makes it stand in the way of every update. */
export function isCostly({ outcome }: Rollback): boolean {
  return outcome === 'not-served' || outcome === 'update-refused' || outcome === 'fields-lost';
}

/** What a server says itself: advice is ours. */
export function serverFindings({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ consequence }) => consequence !== 'advice');
}

/** Whether a server refuses what a finding is about. */
export function isError({ consequence }: Finding): boolean {
  return severityOf[consequence] === 'error';
}

/** What is refused for one reason before a step and for another one after it is no news. */
export function keyOf({ consequence, path, span }: Finding): string {
  return `${consequence} ${path} ${span.start}`;
}
