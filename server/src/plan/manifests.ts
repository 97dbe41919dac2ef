import { type Finding, severityOf } from '../finding.ts';
import type { JudgedResource } from '../judge/analysis.ts';

/** What a step of a plan brings on a resource. */
export interface AffectedByStep {
  /** The step, from 0 on. */
  readonly step: number;
  /** In the order of the text; none of them was there before the step. */
  readonly findings: readonly Finding[];
  /** Whether the resource has to change before the step, since the server then refuses it. */
  readonly mustChange: boolean;
}

/**
 * What each step brings on a resource that was judged by the first server of a plan and then by that of every step, in
 * this order. Advice is left out: servers say nothing of it.
 */
export function affectedBySteps({ verdicts }: JudgedResource): readonly AffectedByStep[] {
  const affected: AffectedByStep[] = [];
  let before = new Set<string>();
  for (const [index, { findings }] of verdicts.entries()) {
    const told = findings.filter(({ consequence }) => consequence !== 'advice');
    const fresh = index === 0 ? [] : told.filter((finding) => !before.has(keyOf(finding)));
    before = new Set(told.map(keyOf));
    if (fresh.length === 0) continue;
    const mustChange = fresh.some(({ consequence }) => severityOf[consequence] === 'error');
    affected.push({ step: index - 1, findings: fresh, mustChange });
  }
  return affected;
}

/** What is refused for one reason before a step and for another one after it is no news. */
function keyOf({ consequence, path, span }: Finding): string {
  return `${consequence} ${path} ${span.start}`;
}
