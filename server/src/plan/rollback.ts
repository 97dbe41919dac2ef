import type { Availability } from '../catalog/surface.ts';
import { type Finding, isError } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';

/**
 * The outcome for a stored object after a rollback to the first server of a plan, the worst first:
 * - `not-served`: no version of its kind is served, so clients cannot read it;
 * - `update-refused`: the server refuses every update until the object is changed;
 * - `fields-lost`: fields are lost, because the binary does not know them or drops them in updates too;
 * - `other-version`: it is served, but not in the version of its manifest;
 * - `no-effect`: fields stay stored, but their feature gate is off;
 * - `kept`: it works.
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

/** The effect of a rollback to the first server of a plan on a manifest that a later server stored. */
export interface Rollback {
  /** The first step, from 0, whose server accepts what the first server does not. */
  readonly step: number;
  readonly outcome: RollbackOutcome;
  /** The paths of lost fields, in text order. */
  readonly lost: readonly string[];
  /** The paths of fields without effect, in text order. */
  readonly withoutEffect: readonly string[];
  /** The findings of the first server if the manifest is created again. */
  readonly findings: readonly Finding[];
}

/**
 * The effects of a rollback on a resource, by the first step whose server stores the subject of a first server's
 * finding. The object is then stored, so updates decide, not creates (`PrepareForUpdate` and `ValidateUpdate` of the
 * strategies). Custom resources without a known definition are skipped.
 *
 * @param again judges, at the first server, an update that writes the stored object unchanged.
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
  const inUpdates = new Set(serverFindings(again() ?? first).map(keyOf));
  return [...byStep]
    .sort(([a], [b]) => a - b)
    .map(([step, findings]) => rollback(step, findings, inUpdates, first.availability));
}

/** Whether a server stores a resource with the subject of another server's finding. */
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
  inUpdates: ReadonlySet<string>,
  availability: Availability,
): Rollback {
  const outcomes = findings.map((finding) => outcomeOf(finding, inUpdates.has(keyOf(finding)), availability));
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

/** @param inUpdates whether an unchanged update has the finding as well. */
function outcomeOf({ consequence }: Finding, inUpdates: boolean, availability: Availability): RollbackOutcome {
  switch (consequence) {
    case 'not-served':
      return 'alternatives' in availability && availability.alternatives.length > 0 ? 'other-version' : 'not-served';
    case 'unknown-field':
      return 'fields-lost';
    case 'dropped':
      return inUpdates ? 'fields-lost' : 'no-effect';
    default:
      return inUpdates ? 'update-refused' : 'kept';
  }
}

/** Whether the first server refuses to create the manifest of a rollback again. */
export function isRollbackRefused({ findings }: Rollback): boolean {
  return findings.some(isError);
}

/** Whether a rollback loses stored data or blocks every update. */
export function isCostly({ outcome }: Rollback): boolean {
  return outcome === 'not-served' || outcome === 'update-refused' || outcome === 'fields-lost';
}

/** The findings that describe a server's behaviour: all but advice. */
export function serverFindings({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ consequence }) => consequence !== 'advice');
}

/** Identifies a finding across servers. Excludes the message: a finding is not new because its reason changes. */
export function keyOf({ consequence, path, span }: Finding): string {
  return `${consequence} ${path} ${span.start}`;
}
