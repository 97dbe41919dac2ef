import { type AnalyzeOptions, analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { withCustomKinds } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionList } from '../../crd/definitionList.ts';
import { applyFixes } from '../../fix.ts';
import type { JudgedResource } from '../../judge/analysis.ts';
import type { NotJudged, Resource } from '../../manifest/manifest.ts';
import { type AffectedByStep, affectedBySteps, fixedOnTheWay, refusedOnTheWayBack } from '../../plan/manifests.ts';
import type { Plan } from '../../plan/plan.ts';
import type { AffectedResource } from '../../report/plan/planReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { takenBy } from '../definitions/takenDefinitions.ts';

/** Judges the manifests of a workspace along a plan, file by file in the order of their names. */
export class PlanManifests {
  /** The resources that steps or the way back concern. */
  readonly affected: AffectedResource[] = [];
  /** The first server of the plan and that of every step, with the definitions of the workspace. */
  readonly #surfaces: readonly ApiSurface[];
  #resources = 0;

  /** @param definitions the CustomResourceDefinitions of the workspace. */
  constructor(plan: Plan, definitions: readonly CustomDefinition[]) {
    const source = definitionList(() => definitions);
    this.#surfaces = [plan.from, ...plan.steps.map(({ after }) => after)].map((one) =>
      definitions.length === 0 ? one : withCustomKinds(one, [takenBy(one, source)]),
    );
  }

  /** How many resources were judged. */
  get resources(): number {
    return this.#resources;
  }

  /** Judges a file; gives what in it could not be judged. */
  judge(file: string, text: string, options: AnalyzeOptions): readonly NotJudged[] {
    const { resources, notJudged } = analyze(text, file, this.#surfaces, options);
    this.#resources += resources.length;
    const lines = new LineIndex(text);
    const fixed = new Map<number, readonly JudgedResource[]>();
    for (const judged of resources) {
      const steps = affectedBySteps(judged).map((by): AffectedByStep => {
        if (!by.mustChange) return by;
        const refit = fixed.get(by.step) ?? this.#fixedFor(by.step, file, text, options);
        fixed.set(by.step, refit);
        const same = refit.find(({ resource }) => isSamePlace(resource, judged.resource));
        const change = same === undefined ? undefined : fixedOnTheWay(same, by.step);
        return change === undefined ? by : { ...by, change };
      });
      const back = refusedOnTheWayBack(judged);
      if (steps.length > 0 || back.length > 0) {
        this.affected.push({ file, lines, resource: judged.resource, steps, back });
      }
    }
    return notJudged;
  }

  /** The resources of a file after its safe fixes for a step, judged by every server of the plan. */
  #fixedFor(step: number, file: string, text: string, options: AnalyzeOptions): readonly JudgedResource[] {
    const after = this.#surfaces[step + 1];
    if (after === undefined) return [];
    const fixed = applyFixes(text, file, [after], (_, { kind }) => kind === 'safe', options);
    return fixed.applied.length === 0 ? [] : analyze(fixed.text, file, this.#surfaces, options).resources;
  }
}

/** Fixes neither add documents nor move them. */
function isSamePlace(a: Resource, b: Resource): boolean {
  return a.document === b.document && a.item === b.item;
}
