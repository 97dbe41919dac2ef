import { type Finding, severityOf } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';

/** What a step of a plan brings on a resource. */
export interface AffectedByStep {
  /** The step, from 0 on. */
  readonly step: number;
  /** In the order of the text; none of them was there before the step. */
  readonly findings: readonly Finding[];
  /** Whether the resource has to change before the step, since the server then refuses it. */
  readonly mustChange: boolean;
  /** What its safe fixes make of it; absent where it need not change, or where they leave something to do. */
  readonly change?: FixedOnTheWay;
}

/** A manifest after the safe fixes for a step. */
export interface FixedOnTheWay {
  /** How many steps have to be done before it may be applied: 0 where the first server takes it as well. */
  readonly after: number;
}

/** What only servers further on the way take: the first server would refuse or lose it on the way back. */
export interface RefusedOnTheWayBack {
  /** The step from which on a server takes it, from 0 on. */
  readonly step: number;
  /** What the first server says of the manifest, decoded strictly with its own schema. */
  readonly findings: readonly Finding[];
}

/**
 * What each step brings on a resource that was judged by the first server of a plan and then by that of every step, in
 * this order. Advice is left out: servers say nothing of it.
 */
export function affectedBySteps({ verdicts }: JudgedResource): readonly AffectedByStep[] {
  const affected: AffectedByStep[] = [];
  let before = new Set<string>();
  for (const [index, verdict] of verdicts.entries()) {
    const told = toldBy(verdict);
    const fresh = index === 0 ? [] : told.filter((finding) => !before.has(keyOf(finding)));
    before = new Set(told.map(keyOf));
    if (fresh.length === 0) continue;
    affected.push({ step: index - 1, findings: fresh, mustChange: fresh.some(isError) });
  }
  return affected;
}

/**
 * How a resource that was fixed for a step fares at the servers of a plan, judged in the same order; undefined where the
 * server after the step still refuses it.
 */
export function fixedOnTheWay({ verdicts }: JudgedResource, step: number): FixedOnTheWay | undefined {
  let after = step + 1;
  if (!accepts(verdicts[after])) return undefined;
  while (after > 0 && accepts(verdicts[after - 1])) after--;
  return { after };
}

/**
 * What the first server of a plan says of a resource and a later one does not: once that one has stored it, the way back
 * refuses it, loses it or leaves it unread. Custom resources whose definition is not known say nothing.
 */
export function refusedOnTheWayBack({ verdicts }: JudgedResource): readonly RefusedOnTheWayBack[] {
  const [first, ...later] = verdicts;
  if (first === undefined) return [];
  const byStep = new Map<number, Finding[]>();
  for (const finding of toldBy(first)) {
    if (finding.consequence === 'warning') continue;
    const key = keyOf(finding);
    const step = later.findIndex(
      (verdict) => verdict.availability.state === 'served' && !toldBy(verdict).some((one) => keyOf(one) === key),
    );
    if (step >= 0) byStep.set(step, [...(byStep.get(step) ?? []), finding]);
  }
  return [...byStep].sort(([a], [b]) => a - b).map(([step, findings]) => ({ step, findings }));
}

function toldBy({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ consequence }) => consequence !== 'advice');
}

function accepts(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && !verdict.findings.some(isError);
}

function isError({ consequence }: Finding): boolean {
  return severityOf[consequence] === 'error';
}

/** What is refused for one reason before a step and for another one after it is no news. */
function keyOf({ consequence, path, span }: Finding): string {
  return `${consequence} ${path} ${span.start}`;
}
