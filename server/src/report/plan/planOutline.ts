import type { Finding } from '../../finding.ts';
import { isCostly } from '../../plan/rollback.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import { shareParagraph } from '../share.ts';
import { count } from '../wrap.ts';
import {
  changeText,
  currentRefusalsText,
  fixCommand,
  manifestsAt,
  manifestsRolledBack,
  outcomeWords,
  rollbackText,
} from './manifestLines.ts';
import { type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import { type AffectedResource, lastRollbackStep, type PlanReport } from './planReport.ts';
import {
  defaultsBetweenEnds,
  firstServer,
  rollbackLines,
  rollbackTitle,
  sectionsOf,
  stepAdvice,
  stepGoal,
  stepTitle,
} from './planSections.ts';
import type { Section } from './section.ts';

/** The texts of a plan, in order, for all formats. */
export interface PlanOutline {
  readonly title: string;
  readonly summary: string;
  readonly counts: PlanCounts;
  /** The first and the last server, in a line each. */
  readonly from: string;
  readonly to: string;
  /** The manifests that the first server refuses, whatever the plan. */
  readonly refusedNow: readonly ManifestSummary[];
  readonly steps: readonly StepOutline[];
  readonly storage: readonly MigrationGroup[];
  /** The defaults that change at an uncertain step; has no lines if there are none. */
  readonly defaults: Section;
}

/** The texts of one step. */
export interface StepOutline {
  /** From 1. */
  readonly number: number;
  /** `Emulate 1.35`. */
  readonly goal: string;
  readonly title: string;
  readonly advice: string;
  /** The manifests that the step affects, beginning with those that must change. */
  readonly manifests: readonly ManifestOutline[];
  readonly sections: readonly Section[];
  readonly rollback: { readonly title: string; readonly open: boolean; readonly lines: readonly string[] };
  /** The effects of a rollback from this step on the manifests; the worst first. */
  readonly rolledBack: readonly RolledBackOutline[];
}

/** A manifest with an explanation in sentences. */
export interface ManifestSummary {
  readonly manifest: AffectedResource;
  readonly why: string;
}

/** The effect of a rollback on a manifest. */
export interface RolledBackOutline extends ManifestSummary {
  /** In a few words. */
  readonly outcome: string;
  /** Whether the object is lost, loses fields or cannot be updated. */
  readonly isCostly: boolean;
}

/** A manifest that a step affects. */
export interface ManifestOutline {
  readonly manifest: AffectedResource;
  readonly mustChange: boolean;
  /** The beginning of a sentence that `this step` ends: `must change before`, `changes with`. */
  readonly word: string;
  readonly findings: readonly Finding[];
  /** How and when to change it; undefined if it need not change. */
  readonly change: string | undefined;
  /** The command that changes it; undefined if none does. */
  readonly command: string | undefined;
}

/** The texts of a plan. */
export function planOutline(report: PlanReport): PlanOutline {
  const { plan, from, to, definitions, affected } = report;
  return {
    title: `From ${from.surface.name} to ${to.surface.name}`,
    summary: summaryOf(report),
    counts: countsOf(report),
    from: describeTarget(reportTarget(from)),
    to: describeTarget(reportTarget(to)),
    refusedNow: affected
      .filter(({ refusedNow }) => refusedNow.length > 0)
      .map((manifest) => ({ manifest, why: currentRefusalsText(manifest) })),
    steps: plan.steps.flatMap((_, index) => stepOutline(index, report)),
    storage: migrationGroups(plan, definitions),
    defaults: defaultsBetweenEnds(plan),
  };
}

function stepOutline(index: number, report: PlanReport): readonly StepOutline[] {
  const { plan, affected } = report;
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
      sections: sectionsOf(report, index),
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

function wordOf({ refusedNow }: AffectedResource): string {
  return refusedNow.length > 0 ? 'already refused, changes with' : 'changes with';
}

/** The numbers of the summary. */
export interface PlanCounts {
  readonly steps: number;
  /** The last step after which a rollback is possible; 0 for none. */
  readonly rollbackUntil: number;
  /** The target server of a rollback, for display. */
  readonly first: string;
  readonly resources: number;
  /** The number of manifests that must change during the upgrade. */
  readonly mustChange: number;
  /** The number of manifests that the first server refuses. */
  readonly refusedAlready: number;
  /** The number of manifests whose objects a rollback makes unreadable, strips of fields or blocks from updates. */
  readonly costly: number;
}

function countsOf({ plan, affected, resources }: Pick<PlanReport, 'plan' | 'affected' | 'resources'>): PlanCounts {
  return {
    steps: plan.steps.length,
    rollbackUntil: lastRollbackStep(plan),
    first: firstServer(plan),
    resources,
    mustChange: affected.filter((affectedResource) => affectedResource.steps.some(({ mustChange }) => mustChange))
      .length,
    refusedAlready: affected.filter(({ refusedNow }) => refusedNow.length > 0).length,
    costly: affected.filter(({ rollbacks }) => rollbacks.some(isCostly)).length,
  };
}

/**
 * The number of steps, the last step with a rollback, and the numbers of manifests that must change or are refused
 * already.
 */
function summaryOf({ plan, affected, resources, coverage }: PlanReport): string {
  const { steps } = plan;
  if (steps.length === 0) return 'Nothing to do: both servers have the same version and settings.';
  const { rollbackUntil, first, mustChange, refusedAlready } = countsOf({ plan, affected, resources });
  const rollback =
    rollbackUntil === steps.length
      ? `a rollback to ${first} stays possible`
      : rollbackUntil === 0
        ? `no rollback to ${first} is possible after step 1`
        : `a rollback to ${first} is possible until step ${rollbackUntil}`;
  const share = shareParagraph({ ...coverage, inPart: [] });
  const unjudged = share === undefined ? '' : `. ${share}`;
  const already =
    refusedAlready === 0
      ? ''
      : `; ${refusedAlready} ${refusedAlready === 1 ? 'is' : 'are'} already refused by ${first}`;
  const judged =
    resources === 0
      ? ''
      : `; ${mustChange} of ${count(resources, 'resource')} must change during the upgrade${already}${unjudged}`;
  return `${count(steps.length, 'step')}; ${rollback}${judged}`;
}
