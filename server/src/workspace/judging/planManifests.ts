import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { applyFixes, safeFixes } from '../../fix.ts';
import type { JudgedResource } from '../../judge/analysis.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import type { NotJudged, Resource } from '../../manifest/manifest.ts';
import { type AffectedByStep, affectedBySteps, fixedForStep, refusedByFirstServer } from '../../plan/manifests.ts';
import type { Plan } from '../../plan/plan.ts';
import { rollbacksOf } from '../../plan/rollback.ts';
import { addCounts } from '../../report/coverage.ts';
import type { AffectedResource } from '../../report/plan/planReport.ts';
import { reportShare, shareOf } from '../../report/share.ts';
import type { CoverageCounts, ReportShare } from '../../report/workspaceReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { storedAsWritten } from '../../update/oldObjects.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Workspace } from '../model/workspace.ts';

/** A file with its inputs for {@link PlanManifests.surfaces}. */
export interface PlannedFile extends FoundFile {
  readonly inputs: FileInputs;
}

/** Judges the manifests of a workspace along a plan, file by file in the order of their names. */
export class PlanManifests {
  /** The resources that steps or a rollback concern, or that the first server refuses. */
  readonly affected: AffectedResource[] = [];
  readonly #workspace: Workspace;
  /** The first server of the plan and that of every step. */
  readonly surfaces: readonly ApiSurface[];
  /** The surfaces of each step. */
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

  /** How many of them were judged, why others were not, and the remedy. */
  get coverage(): ReportShare {
    return reportShare(addCounts(this.#shares));
  }

  /** Judges a file; returns what could not be judged. */
  judge({ path, file, inputs }: PlannedFile, text: string): readonly NotJudged[] {
    const analysis = analyze(text, inputs);
    const { resources, notJudged } = analysis;
    this.#resources += resources.length;
    this.#shares.push(shareOf(analysis));
    const lines = new LineIndex(text);
    const fixed = new Map<number, readonly JudgedResource[]>();
    let again: readonly JudgedResource[] | undefined;
    for (const [index, judged] of resources.entries()) {
      const steps = affectedBySteps(judged).map((by): AffectedByStep => {
        if (!by.mustChange) return by;
        const refit = fixed.get(by.step) ?? this.#fixedFor(by.step, path, text, inputs);
        fixed.set(by.step, refit);
        const same = refit.find(({ resource }) => isSameResource(resource, judged.resource));
        const change = same === undefined ? undefined : fixedForStep(same, by.step);
        return change === undefined ? by : { ...by, change };
      });
      const rollbacks = rollbacksOf(judged, () => {
        again ??= this.#writtenAgain(path, text, inputs);
        return again[index]?.verdicts[0];
      });
      const refusedNow = refusedByFirstServer(judged);
      if (steps.length > 0 || rollbacks.length > 0 || refusedNow.length > 0) {
        this.affected.push({ file, lines, resource: judged.resource, refusedNow, steps, rollbacks });
      }
    }
    return notJudged;
  }

  /** The resources of a file as the first server accepts them in an unchanged update. */
  #writtenAgain(path: string, text: string, inputs: FileInputs): readonly JudgedResource[] {
    const first = this.#workspace.inputsOf(path, this.surfaces.slice(0, 1)) ?? inputs;
    return analyze(text, { ...first, stored: storedAsWritten, earlier: storedAsWritten }).resources;
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
function isSameResource(a: Resource, b: Resource): boolean {
  return a.document === b.document && a.item === b.item;
}
