import { type Finding, isError } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';
import { keyOf, serverFindings } from './rollback.ts';

/** The effect of a plan's step on a resource. */
export interface AffectedByStep {
  /** From 0. */
  readonly step: number;
  /** New findings, in text order. */
  readonly findings: readonly Finding[];
  /** Whether the resource must change before the step: only the server after it refuses the resource. */
  readonly mustChange: boolean;
  /** The result of its safe fixes; absent if no change is needed, or if safe fixes are not enough. */
  readonly change?: FixedForStep;
}

/** A manifest after the safe fixes for a step. */
export interface FixedForStep {
  /** The number of completed steps before it may be applied: 0 if the first server accepts it as well. */
  readonly after: number;
}

/**
 * The effects of each step on a resource. Its verdicts are those of the plan's first server, then of each step. Advice
 * is omitted: servers do not report it.
 *
 * @param first the first step to consider, from 0.
 */
export function affectedBySteps({ verdicts }: JudgedResource, first = 0): readonly AffectedByStep[] {
  const affected: AffectedByStep[] = [];
  let before = new Set<string>();
  for (const [index, verdict] of verdicts.entries()) {
    const reported = serverFindings(verdict);
    const added = index === 0 ? [] : reported.filter((finding) => !before.has(keyOf(finding)));
    before = new Set(reported.map(keyOf));
    if (added.length === 0 || index - 1 < first) continue;
    affected.push({
      step: index - 1,
      findings: added,
      mustChange: added.some(isError) && accepts(verdicts[index - 1]),
    });
  }
  return affected;
}

/**
 * The earliest time to apply a resource that was fixed for a step, without losing a field; undefined if the server after
 * the step still refuses it. Its verdicts are in the order of {@link affectedBySteps}.
 */
export function fixedForStep({ verdicts }: JudgedResource, step: number): FixedForStep | undefined {
  let after = step + 1;
  if (!accepts(verdicts[after])) return undefined;
  const dropped = droppedBy(verdicts[after]);
  // An earlier server may drop a field that the fixes set.
  const takes = (verdict: Verdict | undefined) =>
    accepts(verdict) && [...droppedBy(verdict)].every((at) => dropped.has(at));
  while (after > 0 && takes(verdicts[after - 1])) after--;
  return { after };
}

/** The errors of the plan's first server, which no step causes. */
export function refusedByFirstServer({ verdicts: [first] }: JudgedResource): readonly Finding[] {
  return first?.findings.filter(isError) ?? [];
}

function accepts(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && !verdict.findings.some(isError);
}

/** The paths of the fields that a server drops. */
function droppedBy(verdict: Verdict | undefined): ReadonlySet<string> {
  const findings = verdict?.findings ?? [];
  return new Set(findings.flatMap(({ consequence, path }) => (consequence === 'dropped' ? [path] : [])));
}
