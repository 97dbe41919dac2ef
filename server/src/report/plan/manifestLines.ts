import type { Finding } from '../../finding.ts';
import type { AffectedByStep, RefusedOnTheWayBack } from '../../plan/manifests.ts';
import type { Plan } from '../../plan/plan.ts';
import { formatTarget } from '../../target/format.ts';
import type { AffectedResource } from './planReport.ts';

/** A manifest with what one step brings on it. */
export interface ManifestAtStep {
  readonly manifest: AffectedResource;
  readonly by: AffectedByStep;
}

/** A manifest that the first server would not take back, from one step on. */
export interface ManifestOnTheWayBack {
  readonly manifest: AffectedResource;
  readonly back: RefusedOnTheWayBack;
}

/** The manifests that a step concerns, in the order of their files; those that must change first. */
export function manifestsAt(affected: readonly AffectedResource[], step: number): readonly ManifestAtStep[] {
  const here = affected.flatMap((manifest) =>
    manifest.steps.filter((by) => by.step === step).map((by): ManifestAtStep => ({ manifest, by })),
  );
  return [...here.filter(({ by }) => by.mustChange), ...here.filter(({ by }) => !by.mustChange)];
}

/** The manifests that only servers from a step on take. */
export function manifestsOnTheWayBack(
  affected: readonly AffectedResource[],
  step: number,
): readonly ManifestOnTheWayBack[] {
  return affected.flatMap((manifest) =>
    manifest.back.filter((back) => back.step === step).map((back): ManifestOnTheWayBack => ({ manifest, back })),
  );
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

/** The line of a manifest's apiVersion, from 0 on. */
export function lineOf({ lines, resource }: AffectedResource): number {
  return lines.position(resource.apiVersionSpan.start).line;
}

/** How a manifest that a step makes change can be changed, and when; undefined where it need not. */
export function changeText({ mustChange, change, step }: AffectedByStep): string | undefined {
  if (!mustChange) return undefined;
  if (change === undefined) return 'Safe fixes alone do not fix it: change it by hand.';
  if (change.after === 0) return 'Its safe fixes can be applied now: what runs today takes the result as well.';
  if (change.after <= step) return `Its safe fixes can be applied once step ${change.after} is done.`;
  return 'Apply its safe fixes together with this step: no server before it takes the result. Keep the old manifest for the way back.';
}

/** The command that applies the safe fixes for a step to a file; undefined where that does not fix it. */
export function fixCommand({ steps }: Plan, { manifest, by }: ManifestAtStep): string | undefined {
  const after = steps[by.step]?.after;
  if (after === undefined || by.change === undefined) return undefined;
  return `kubecompat fix --write --target '${formatTarget(after.target)}' ${quoted(manifest.file)}`;
}

/** What the first server says of a manifest that it would get back. */
export function backText({ back: { findings } }: ManifestOnTheWayBack): string {
  return findings.map(sentence).join(' ');
}

function sentence({ code, path, message }: Finding): string {
  const said = /[.?]$/.test(message) ? message : `${message}.`;
  return path === '' || message.includes(path) ? `${code}: ${said}` : `${code} at ${path}: ${said}`;
}

function quoted(file: string): string {
  return /^[\w./@%+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
