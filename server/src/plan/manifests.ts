import { type Finding, isError } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';
import { keyOf, serverFindings } from './rollback.ts';

/** The effects of a plan's step on a resource. */
export interface AffectedByStep {
  /** The step, from 0 on. */
  readonly step: number;
  /** In text order; none of them existed before the step. */
  readonly findings: readonly Finding[];
  /** Whether the resource must change before the step: the server before takes it, and the one after refuses it. */
  readonly mustChange: boolean;
  /** The result of its safe fixes; absent if no change is needed, or if something remains to do. */
  readonly change?: FixedForStep;
}

/** A manifest after the safe fixes for a step. */
export interface FixedForStep {
  /** The number of completed steps before it may be applied: 0 if the first server accepts it as well. */
  readonly after: number;
}

/**
 * The effects of each step on a resource that was judged by the first server of a plan and then by that of every step,
 * in this order. Advice is omitted: servers do not report it.
 */
export function affectedBySteps({ verdicts }: JudgedResource): readonly AffectedByStep[] {
  const affected: AffectedByStep[] = [];
  let before = new Set<string>();
  for (const [index, verdict] of verdicts.entries()) {
    const refusals = serverFindings(verdict);
    const fresh = index === 0 ? [] : refusals.filter((finding) => !before.has(keyOf(finding)));
    before = new Set(refusals.map(keyOf));
    if (fresh.length === 0) continue;
    affected.push({
      step: index - 1,
      findings: fresh,
      mustChange: fresh.some(isError) && accepts(verdicts[index - 1]),
    });
  }
  return affected;
}

/**
 * How a resource that was fixed for a step fares at the servers of a plan, judged in the same order; undefined if the
 * server after the step still refuses it.
 */
export function fixedForStep({ verdicts }: JudgedResource, step: number): FixedForStep | undefined {
  let after = step + 1;
  if (!accepts(verdicts[after])) return undefined;
  while (after > 0 && accepts(verdicts[after - 1])) after--;
  return { after };
}

/** The findings of the first server of a plan, which no step causes. */
export function refusedByFirstServer({ verdicts: [first] }: JudgedResource): readonly Finding[] {
  return first?.findings.filter(isError) ?? [];
}

function accepts(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && !verdict.findings.some(isError);
}
