import type { Finding } from '../../finding.ts';
import type { AffectedByStep } from '../../plan/manifests.ts';
import type { Plan } from '../../plan/plan.ts';
import { isRollbackRefused, type Rollback, type RollbackOutcome, rollbackOutcomes } from '../../plan/rollback.ts';
import { formatTarget } from '../../targets/format.ts';
import type { AffectedResource } from './planReport.ts';

/** A manifest with the effect of a step on it. */
export interface ManifestAtStep {
  readonly manifest: AffectedResource;
  readonly by: AffectedByStep;
}

/** A manifest with the effect of a rollback on it. */
export interface ManifestRolledBack {
  readonly manifest: AffectedResource;
  readonly rollback: Rollback;
}

/** The manifests that a step affects: first those that must change, then the others, each in file order. */
export function manifestsAt(affected: readonly AffectedResource[], step: number): readonly ManifestAtStep[] {
  const atStep = affected.flatMap((manifest) =>
    manifest.steps.filter((by) => by.step === step).map((by): ManifestAtStep => ({ manifest, by })),
  );
  return [...atStep.filter(({ by }) => by.mustChange), ...atStep.filter(({ by }) => !by.mustChange)];
}

/** The manifests that a rollback affects if the step is done: the worst first, then in file order. */
export function manifestsRolledBack(
  affected: readonly AffectedResource[],
  step: number,
): readonly ManifestRolledBack[] {
  const atStep = affected.flatMap((manifest) =>
    manifest.rollbacks
      .filter((rollback) => rollback.step === step)
      .map((rollback): ManifestRolledBack => ({ manifest, rollback })),
  );
  return rollbackOutcomes.flatMap((outcome) => atStep.filter(({ rollback }) => rollback.outcome === outcome));
}

/** `a.yaml:3 apps/v1 Deployment shop/web`. */
export function manifestTitle(manifest: AffectedResource): string {
  return `${manifest.file}:${lineOf(manifest) + 1} ${manifestName(manifest)}`;
}

/** `apps/v1 Deployment shop/web`. */
export function manifestName({ resource: { apiVersion, kind, namespace, name } }: AffectedResource): string {
  const named = [namespace, name].filter((part) => part !== undefined).join('/');
  return `${apiVersion} ${kind} ${named}`.trimEnd();
}

/** The line of a manifest's apiVersion, from 0. */
export function lineOf({ lines, resource }: AffectedResource): number {
  return lines.position(resource.apiVersionSpan.start).line;
}

/** How and when to change a manifest for a step; undefined if it need not change. */
export function changeText({ mustChange, change, step }: AffectedByStep): string | undefined {
  if (!mustChange) return undefined;
  if (change === undefined) return 'Safe fixes are not enough: change it manually.';
  if (change.after === 0) return 'Apply its safe fixes now: the current server accepts the result.';
  if (change.after <= step) return `Apply its safe fixes once step ${change.after} is done.`;
  return 'Apply its safe fixes together with this step: no server before it accepts the result. Keep the old manifest for a rollback.';
}

/** The command that applies the safe fixes for a step to a file; undefined if they are not enough. */
export function fixCommand({ steps }: Plan, { manifest, by }: ManifestAtStep): string | undefined {
  const after = steps[by.step]?.after;
  if (after === undefined || by.change === undefined) return undefined;
  return `kubecompat fix --write --target '${formatTarget(after.target)}' ${quoted(manifest.file)}`;
}

/** The outcome for a stored object after a rollback, in a few words. */
export const outcomeWords: Readonly<Record<RollbackOutcome, string>> = {
  'not-served': 'not served',
  'update-refused': 'updates refused',
  'fields-lost': 'loses fields',
  'other-version': 'served in another version',
  'no-effect': 'kept, without effect',
  kept: 'kept',
};

/** The outcome in sentences, with the first server's answer to a create of the manifest. */
export function rollbackText({ rollback }: ManifestRolledBack): string {
  const { outcome, lost, withoutEffect, findings } = rollback;
  const create = isRollbackRefused(rollback) ? 'A create is refused' : 'After a create';
  return [
    outcomeSentences[outcome],
    ...(lost.length === 0 ? [] : [`Lost: ${lost.join(', ')}.`]),
    ...(withoutEffect.length === 0 ? [] : [`Kept while stored, without effect: ${withoutEffect.join(', ')}.`]),
    `${create}: ${findings.map(sentence).join(' ')}`,
  ].join(' ');
}

const outcomeSentences: Readonly<Record<RollbackOutcome, string>> = {
  'not-served': 'The object stays in etcd, but cannot be read.',
  'update-refused': 'The object stays; updates are refused until it is fixed.',
  'fields-lost': 'The object loses fields.',
  'other-version': 'The object stays and is served in another version.',
  'no-effect': 'The object stays as it is.',
  kept: 'The object stays as it is and works.',
};

/** The first server's errors for an unchanged manifest, as sentences. */
export function currentRefusalsText({ refusedNow }: AffectedResource): string {
  return refusedNow.map(sentence).join(' ');
}

function sentence({ code, path, message }: Finding): string {
  const sentence = /[.?]$/.test(message) ? message : `${message}.`;
  return path === '' || message.includes(path) ? `${code}: ${sentence}` : `${code} at ${path}: ${sentence}`;
}

function quoted(file: string): string {
  return /^[\w./@%+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
