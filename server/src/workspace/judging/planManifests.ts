import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { applyFixes, safeFixes } from '../../fix.ts';
import type { JudgedResource } from '../../judge/analysis.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import type { NotJudged, Resource } from '../../manifest/manifest.ts';
import { type AffectedByStep, affectedBySteps, fixedOnTheWay, refusedOnTheWayBack } from '../../plan/manifests.ts';
import type { Plan } from '../../plan/plan.ts';
import { addCounts } from '../../report/coverage.ts';
import type { AffectedResource } from '../../report/plan/planReport.ts';
import { reportShare, shareOf } from '../../report/share.ts';
import type { CoverageCounts, ReportShare } from '../../report/workspaceReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Workspace } from '../model/workspace.ts';

/** A file with what it is judged with at {@link PlanManifests.surfaces}. */
export interface PlannedFile extends FoundFile {
  readonly inputs: FileInputs;
}

/** Judges the manifests of a workspace along a plan, file by file in the order of their names. */
export class PlanManifests {
  /** The resources that steps or the way back concern. */
  readonly affected: AffectedResource[] = [];
  readonly #workspace: Workspace;
  /** The first server of the plan and that of every step. */
  readonly surfaces: readonly ApiSurface[];
  /** Those of every step alone. */
  readonly #after: readonly (readonly ApiSurface[])[];
  #resources = 0;
  readonly #shares: CoverageCounts[] = [];

  constructor(plan: Plan, workspace: Workspace) {
    this.#workspace = workspace;
    this.surfaces = [plan.from, ...plan.steps.map(({ after }) => after)];
    this.#after = plan.steps.map(({ after }) => [after]);
  }

  /** How many resources there are. */
  get resources(): number {
    return this.#resources;
  }

  /** How many of them were judged indeed, why others were not, and what to do about it. */
  get coverage(): ReportShare {
    return reportShare(addCounts(this.#shares));
  }

  /** Judges a file; gives what in it could not be judged. */
  judge({ path, file, inputs }: PlannedFile, text: string): readonly NotJudged[] {
    const analysis = analyze(text, inputs);
    const { resources, notJudged } = analysis;
    this.#resources += resources.length;
    this.#shares.push(shareOf(analysis));
    const lines = new LineIndex(text);
    const fixed = new Map<number, readonly JudgedResource[]>();
    for (const judged of resources) {
      const steps = affectedBySteps(judged).map((by): AffectedByStep => {
        if (!by.mustChange) return by;
        const refit = fixed.get(by.step) ?? this.#fixedFor(by.step, path, text, inputs);
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
  #fixedFor(step: number, path: string, text: string, inputs: FileInputs): readonly JudgedResource[] {
    const after = this.#after[step];
    const inputsAfter = after && this.#workspace.inputsOf(path, after);
    const fixed = inputsAfter && applyFixes(text, inputsAfter, safeFixes);
    return fixed === undefined || fixed.applied.length === 0 ? [] : analyze(fixed.text, inputs).resources;
  }
}

/** Fixes neither add documents nor move them. */
function isSamePlace(a: Resource, b: Resource): boolean {
  return a.document === b.document && a.item === b.item;
}
