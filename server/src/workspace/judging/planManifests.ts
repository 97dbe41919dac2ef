import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type Finding, movedFinding } from '../../finding.ts';
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
    const asWritten = this.#walk({ text, inOriginal: (finding) => finding }, path, inputs);
    let again: readonly JudgedResource[] | undefined;
    for (const [index, judged] of resources.entries()) {
      const steps = asWritten(judged, 0);
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

  /**
   * Tells the effects of the steps on a resource of a text, from a first step on. Once safe fixes for a step suffice,
   * the later steps find the fixed manifest.
   */
  #walk(file: PlannedText, path: string, inputs: FileInputs): Walk {
    const fixes = new Map<number, FixedWalk | undefined>();
    return (judged, first) => {
      const affected: AffectedByStep[] = [];
      for (const written of affectedBySteps(judged, first)) {
        const by = { ...written, findings: written.findings.map(file.inOriginal) };
        const { step, mustChange } = by;
        if (mustChange && !fixes.has(step)) fixes.set(step, this.#fixedFor(step, file, path, inputs));
        const fixed = mustChange ? fixes.get(step) : undefined;
        const same = fixed?.resources.find(({ resource }) => isSameResource(resource, judged.resource));
        const change = same === undefined ? undefined : fixedForStep(same, step);
        affected.push(change === undefined ? by : { ...by, change });
        if (fixed === undefined || same === undefined || change === undefined) continue;
        return [...affected, ...fixed.walk(same, step + 1)];
      }
      return affected;
    };
  }

  /** A file after its safe fixes for a step; undefined if there are none. */
  #fixedFor(step: number, file: PlannedText, path: string, inputs: FileInputs): FixedWalk | undefined {
    const after = this.#after[step];
    const inputsAfter = after && this.#workspace.inputsOf(path, after);
    const fixed = inputsAfter && applyFixes(file.text, inputsAfter, safeFixes);
    if (fixed === undefined || fixed.applied.length === 0) return undefined;
    const { text, originOf } = fixed;
    const inOriginal = (finding: Finding) => {
      const span = { start: originOf(finding.span.start), end: originOf(finding.span.end) };
      // Its fixes are edits of the fixed text.
      return file.inOriginal(movedFinding(finding, span, () => []));
    };
    return { resources: analyze(text, inputs).resources, walk: this.#walk({ text, inOriginal }, path, inputs) };
  }
}

/** The text of a file at some step of a plan. */
interface PlannedText {
  readonly text: string;
  /** Moves a finding to the file as written. */
  readonly inOriginal: (finding: Finding) => Finding;
}

type Walk = (judged: JudgedResource, first: number) => readonly AffectedByStep[];

/** The resources of a fixed file, judged by every server of the plan, and the effects of the later steps on them. */
interface FixedWalk {
  readonly resources: readonly JudgedResource[];
  readonly walk: Walk;
}

/** Fixes neither add documents nor move them. */
function isSameResource(a: Resource, b: Resource): boolean {
  return a.document === b.document && a.item === b.item;
}
