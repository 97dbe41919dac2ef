import type { Finding } from '../../finding.ts';
import type { Plan } from '../../plan/plan.ts';
import { isCostly } from '../../plan/rollback.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import { shareParagraph } from '../share.ts';
import { count } from '../wrap.ts';
import {
  alreadyText,
  changeText,
  fixCommand,
  manifestsAt,
  manifestsRolledBack,
  outcomeWords,
  rollbackText,
} from './manifestLines.ts';
import { type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import { type AffectedResource, openUntil, type PlanReport } from './planReport.ts';
import {
  defaultsOnTheWay,
  firstServer,
  rollbackLines,
  rollbackTitle,
  type Section,
  sectionsOf,
  stepAdvice,
  stepGoal,
  stepTitle,
} from './planSections.ts';

/** What a plan says to people, in its order: the formats differ in how they write it. */
export interface PlanOutline {
  readonly title: string;
  readonly summary: string;
  /** The numbers of the summary. */
  readonly counts: PlanCounts;
  /** The servers at both ends, in a line each. */
  readonly from: string;
  readonly to: string;
  /** What the first server refuses as it is, whatever comes, and why. */
  readonly already: readonly SaidOfManifest[];
  readonly steps: readonly StepOutline[];
  readonly storage: readonly MigrationGroup[];
  /** Without lines where no default changes on the way. */
  readonly defaults: Section;
}

/** What a plan says of one step. */
export interface StepOutline {
  /** From 1 on. */
  readonly number: number;
  /** What it is for, in a few words. */
  readonly goal: string;
  readonly title: string;
  readonly advice: string;
  /** The manifests that the step concerns; those that must change first. */
  readonly manifests: readonly ManifestOutline[];
  readonly sections: readonly Section[];
  readonly rollback: { readonly title: string; readonly open: boolean; readonly lines: readonly string[] };
  /** What becomes of the manifests on a rollback from this step on; the worst first. */
  readonly rolledBack: readonly RolledBackOutline[];
}

/** A manifest, and something about it in sentences. */
export interface SaidOfManifest {
  readonly manifest: AffectedResource;
  readonly why: string;
}

/** What a rollback means for a manifest. */
export interface RolledBackOutline extends SaidOfManifest {
  /** In two or three words. */
  readonly outcome: string;
  /** It costs something. */
  readonly isCostly: boolean;
}

/** A manifest that a step concerns. */
export interface ManifestOutline {
  readonly manifest: AffectedResource;
  readonly mustChange: boolean;
  /** In two or three words: what it must do before the step, or does with it. */
  readonly word: string;
  readonly findings: readonly Finding[];
  /** How it can be changed, and when; undefined where it need not. */
  readonly change: string | undefined;
  /** The command that changes it; undefined where none does. */
  readonly command: string | undefined;
}

/** What there is to say of a plan. */
export function planOutline(report: PlanReport): PlanOutline {
  const { plan, from, to, definitions, affected } = report;
  return {
    title: `From ${from.surface.name} to ${to.surface.name}`,
    summary: summaryOf(report),
    counts: countsOf(report),
    from: describeTarget(reportTarget(from)),
    to: describeTarget(reportTarget(to)),
    already: affected
      .filter(({ already }) => already.length > 0)
      .map((manifest) => ({ manifest, why: alreadyText(manifest) })),
    steps: plan.steps.flatMap((_, index) => stepOutline(plan, index, report)),
    storage: migrationGroups(plan, definitions),
    defaults: defaultsOnTheWay(plan),
  };
}

function stepOutline(plan: Plan, index: number, { affected }: PlanReport): readonly StepOutline[] {
  const step = plan.steps[index];
  if (step === undefined) return [];
  return [
    {
      number: index + 1,
      goal: stepGoal(step),
      title: stepTitle(step),
      advice: stepAdvice(step),
      manifests: manifestsAt(affected, index).map((manifest) => ({
        manifest: manifest.manifest,
        mustChange: manifest.by.mustChange,
        word: manifest.by.mustChange ? 'must change before' : wordOf(manifest.manifest),
        findings: manifest.by.findings,
        change: changeText(manifest.by),
        command: fixCommand(plan, manifest),
      })),
      sections: sectionsOf(plan, index),
      rollback: {
        title: rollbackTitle(plan, index),
        open: step.rollback.open,
        lines: rollbackLines(step),
      },
      rolledBack: manifestsRolledBack(affected, index).map((manifestRolledBack) => ({
        manifest: manifestRolledBack.manifest,
        outcome: outcomeWords[manifestRolledBack.rollback.outcome],
        isCostly: isCostly(manifestRolledBack.rollback),
        why: rollbackText(manifestRolledBack),
      })),
    },
  ];
}

function wordOf({ already }: AffectedResource): string {
  return already.length > 0 ? 'refused already, changes with' : 'changes with';
}

/** The numbers that a reader looks for first. */
export interface PlanCounts {
  readonly steps: number;
  /** The last step after which a rollback is possible; 0 for none. */
  readonly rollbackUntil: number;
  /** The server that a rollback goes to, for people. */
  readonly first: string;
  readonly resources: number;
  /** Manifests that must change on the way. */
  readonly mustChange: number;
  /** Manifests that the first server refuses as they are. */
  readonly refusedAlready: number;
  /** Manifests that a rollback costs something. */
  readonly costly: number;
}

function countsOf({ plan, affected, resources }: Pick<PlanReport, 'plan' | 'affected' | 'resources'>): PlanCounts {
  return {
    steps: plan.steps.length,
    rollbackUntil: openUntil(plan),
    first: firstServer(plan),
    resources,
    mustChange: affected.filter((affectedResource) => affectedResource.steps.some(({ mustChange }) => mustChange))
      .length,
    refusedAlready: affected.filter(({ already }) => already.length > 0).length,
    costly: affected.filter(({ rollbacks }) => rollbacks.some(isCostly)).length,
  };
}

/**
 * How many steps, after which of them a rollback is possible, how many manifests must change on the way, and, apart
 * from these, how many the first server refuses as they are.
 */
function summaryOf({ plan, affected, resources, coverage }: PlanReport): string {
  const { steps } = plan;
  if (steps.length === 0) return 'Nothing to do: both targets are the same.';
  const { rollbackUntil: until } = countsOf({ plan, affected, resources });
  const first = firstServer(plan);
  const back =
    until === steps.length
      ? `a rollback to ${first} stays possible`
      : until === 0
        ? `no rollback to ${first} is possible after step 1`
        : `a rollback to ${first} is possible until step ${until}`;
  const { mustChange: must, refusedAlready: refused } = countsOf({ plan, affected, resources });
  const share = shareParagraph({ ...coverage, inPart: [] });
  const unjudged = share === undefined ? '' : `. ${share}`;
  const already = refused === 0 ? '' : `; ${refused} ${refused === 1 ? 'is' : 'are'} refused by ${first} already`;
  const judged =
    resources === 0
      ? ''
      : `; ${must} of ${count(resources, 'resource')} must change during the upgrade${already}${unjudged}`;
  return `${count(steps.length, 'step')}; ${back}${judged}`;
}
