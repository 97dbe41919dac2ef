import type { Finding } from '../../finding.ts';
import type { Step } from '../../plan/plan.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import { shareParagraph } from '../share.ts';
import { count } from '../wrap.ts';
import { backText, changeText, fixCommand, manifestsAt, manifestsOnTheWayBack } from './manifestLines.ts';
import { type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import { type AffectedResource, openUntil, type PlanReport } from './planReport.ts';
import { defaultsOnTheWay, type Section, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';

/** What a plan says to people, in its order: the formats differ in how they write it. */
export interface PlanOutline {
  readonly title: string;
  readonly summary: string;
  /** The servers at both ends, in a line each. */
  readonly from: string;
  readonly to: string;
  readonly steps: readonly StepOutline[];
  readonly storage: readonly MigrationGroup[];
  /** Without lines where no default changes on the way. */
  readonly defaults: Section;
}

/** What a plan says of one step. */
export interface StepOutline {
  /** From 1 on. */
  readonly number: number;
  readonly title: string;
  readonly advice: string;
  /** The manifests that the step concerns; those that must change first. */
  readonly manifests: readonly ManifestOutline[];
  readonly sections: readonly Section[];
  readonly wayBack: { readonly open: boolean; readonly lines: readonly string[] };
  /** What the first server would not take back from this step on, and why. */
  readonly refused: readonly { readonly manifest: AffectedResource; readonly why: string }[];
}

/** A manifest that a step concerns. */
export interface ManifestOutline {
  readonly manifest: AffectedResource;
  readonly mustChange: boolean;
  readonly findings: readonly Finding[];
  /** How it can be changed, and when; undefined where it need not. */
  readonly change: string | undefined;
  /** The command that changes it; undefined where none does. */
  readonly command: string | undefined;
}

/** What there is to say of a plan. */
export function planOutline(report: PlanReport): PlanOutline {
  const { plan, from, to, definitions } = report;
  return {
    title: `From ${from.surface.name} to ${to.surface.name}`,
    summary: summaryOf(report),
    from: describeTarget(reportTarget(from)),
    to: describeTarget(reportTarget(to)),
    steps: plan.steps.map((step, index) => stepOutline(step, index, report)),
    storage: migrationGroups(plan, definitions),
    defaults: defaultsOnTheWay(plan),
  };
}

function stepOutline(step: Step, index: number, { plan, affected }: PlanReport): StepOutline {
  return {
    number: index + 1,
    title: stepTitle(step),
    advice: stepAdvice(step),
    manifests: manifestsAt(affected, index).map((one) => ({
      manifest: one.manifest,
      mustChange: one.by.mustChange,
      findings: one.by.findings,
      change: changeText(one.by),
      command: fixCommand(plan, one),
    })),
    sections: sectionsOf(plan, index),
    wayBack: { open: step.wayBack.open, lines: wayBackLines(step) },
    refused: manifestsOnTheWayBack(affected, index).map((one) => ({ manifest: one.manifest, why: backText(one) })),
  };
}

/** How many steps, until which of them the way back is open, and how many manifests have to change. */
function summaryOf({ plan, affected, resources, coverage }: PlanReport): string {
  const { steps } = plan;
  if (steps.length === 0) return 'Nothing to do: both are the same server.';
  const until = openUntil(plan);
  const back =
    until === steps.length
      ? 'the way back stays open'
      : until === 0
        ? 'the first step closes the way back'
        : `the way back is open until step ${until}`;
  const must = affected.filter((one) => one.steps.some(({ mustChange }) => mustChange)).length;
  const share = shareParagraph({ ...coverage, inPart: [] });
  const unjudged = share === undefined ? '' : `. ${share}`;
  const judged =
    resources === 0 ? '' : `; ${must} of ${count(resources, 'resource')} must change on the way${unjudged}`;
  return `${count(steps.length, 'step')}; ${back}${judged}`;
}
