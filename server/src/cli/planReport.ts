import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import { flips, type GateChange } from '../plan/changes.ts';
import type { DefaultChange } from '../plan/defaults.ts';
import type { AffectedByStep } from '../plan/manifests.ts';
import type { Plan, Step } from '../plan/plan.ts';
import { type ReportedSurface, reportTarget } from '../report/buildReport.ts';
import { formatTargetFlags } from '../target/format.ts';
import { formatGroupVersion } from '../target/groupVersion.ts';
import { formatMinor, minor } from '../target/version.ts';
import type { LineIndex } from '../text/lineIndex.ts';
import { identityOf } from './identityOf.ts';

/** A resource of the workspace that steps of a plan concern. */
export interface AffectedResource {
  readonly file: string;
  readonly lines: LineIndex;
  readonly resource: Resource;
  readonly steps: readonly AffectedByStep[];
}

/** What `plan` has found. */
export interface PlanReport {
  readonly from: ReportedSurface;
  readonly to: ReportedSurface;
  readonly plan: Plan;
  readonly affected: readonly AffectedResource[];
  /** How many resources were judged; 0 where no paths were given. */
  readonly resources: number;
}

/** The JSON of `schemas/plan.schema.json`. */
export function planJson({ from, to, plan, affected, resources }: PlanReport, version: string): string {
  const report = {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version, catalogue: from.surface.catalog.version },
    from: reportTarget(from),
    to: reportTarget(to),
    steps: plan.steps.map(stepJson),
    defaults: plan.defaults.map(defaultJson),
    resources: affected.map(affectedJson),
    summary: {
      steps: plan.steps.length,
      resources,
      affected: affected.length,
      mustChange: affected.filter(({ steps }) => steps.some(({ mustChange }) => mustChange)).length,
      wayBackOpenUntil: openUntil(plan),
    },
  };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** The number of the last step, from 1 on, after which the way back is still open; 0 where the first one closes it. */
export function openUntil({ steps }: Plan): number {
  const closed = steps.findIndex(({ wayBack }) => !wayBack.open);
  return closed < 0 ? steps.length : closed;
}

function stepJson(step: Step) {
  const { kind, before, after, takenOut, served, storage, gates, fields, defaults, cel, migrateBefore, skew, wayBack } =
    step;
  const { binary, emulation, minCompatibility } = after.versions;
  return {
    kind,
    binary: formatMinor(binary),
    emulation: formatMinor(emulation),
    minCompatibility: formatMinor(minCompatibility),
    flags: formatTargetFlags(after.target).slice(1),
    takeOut: takenOut.map(({ flag, setting, why }) => ({ flag, ...setting, why })),
    stops: served.stops.map(resourceJson),
    starts: served.starts.map(resourceJson),
    storage: storage.map((one) => ({ resource: one.resource, from: one.from ?? null, to: one.to ?? null })),
    gates: gates.map((gate) => gateJson(gate, before)),
    fields: fields.map(({ field, from, to, gates: off, someValues }) => ({ field, from, to, gates: off, someValues })),
    defaults: defaults.map(defaultJson),
    cel,
    migrateBefore,
    skew: skew.map(({ component, oldest, newest }) => ({
      component,
      oldest: formatMinor(minor(Math.max(0, oldest))),
      newest: formatMinor(minor(newest)),
    })),
    wayBack,
  };
}

function defaultJson({ kind, path, from, to }: DefaultChange) {
  return { kind, path, from: from ?? null, to: to ?? null };
}

function resourceJson({ group, version, kind, resource }: ServedResource) {
  return { group, version, kind, resource };
}

function gateJson(change: GateChange, before: ApiSurface) {
  const state = (one: GateChange['from']) => (one === undefined ? null : { stage: one.stage, enabled: one.enabled });
  return { name: change.name, from: state(change.from), to: state(change.to), flips: flips(change, before) };
}

function affectedJson({ file, lines, resource, steps }: AffectedResource) {
  return {
    ...identityOf(file, resource),
    steps: steps.map(({ step, mustChange, findings }) => ({
      step: step + 1,
      mustChange,
      findings: findings.map(({ code, consequence, path, span, message, why, remedy, source, fixes }) => ({
        code,
        consequence,
        path,
        range: lines.range(span),
        message,
        why,
        remedy,
        source,
        fixes: fixes.map(({ title, kind }) => ({ title, kind })),
      })),
    })),
  };
}

/** `apps/v1 Deployment`. */
export function resourceName(resource: ServedResource): string {
  return `${formatGroupVersion(resource)} ${resource.kind}`;
}
