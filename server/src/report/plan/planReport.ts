import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { SkewRange } from '../../checks/skew.ts';
import type { Finding } from '../../finding.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { AddonUpgrade } from '../../plan/addons.ts';
import { type GateChange, togglesGate } from '../../plan/changes.ts';
import { type ComponentConflict, componentConflicts } from '../../plan/components.ts';
import type { DefaultChange } from '../../plan/defaults.ts';
import type { DefinitionStorage } from '../../plan/definitionStorage.ts';
import type { AffectedByStep } from '../../plan/manifests.ts';
import type { Migration } from '../../plan/migrations.ts';
import type { Plan, Step } from '../../plan/plan.ts';
import { isCostly, isRollbackRefused, type Rollback } from '../../plan/rollback.ts';
import { formatServerFlags } from '../../targets/format.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import type { ObservedComponent } from '../../targets/observedComponent.ts';
import { formatMinor, minor } from '../../targets/version.ts';
import type { LineIndex } from '../../text/lineIndex.ts';
import { type ReportedSurface, reportTarget } from '../buildReport.ts';
import { findingJson } from '../findingJson.ts';
import { identityOf } from '../identityOf.ts';
import type { ReportShare } from '../workspaceReport.ts';
import { definitionAdvice, migrationAdvice } from './migrationAdvice.ts';

/** A resource of the workspace that a plan affects. */
export interface AffectedResource {
  readonly file: string;
  readonly lines: LineIndex;
  readonly resource: Resource;
  /** The first server's errors for the unchanged resource. */
  readonly refusedNow: readonly Finding[];
  readonly steps: readonly AffectedByStep[];
  /** The effects of a rollback to the first server after a later server stored the resource. */
  readonly rollbacks: readonly Rollback[];
}

/** The result of `plan`. */
export interface PlanReport {
  readonly from: ReportedSurface;
  readonly to: ReportedSurface;
  readonly plan: Plan;
  readonly affected: readonly AffectedResource[];
  /** The stored versions of the workspace's CustomResourceDefinitions, with the last server's means to migrate. */
  readonly definitions: readonly DefinitionStorage[];
  /** The installed add-ons that must be upgraded, by step. */
  readonly addons: readonly (readonly AddonUpgrade[])[];
  /** The components found in the live cluster or the audit logs. */
  readonly components: readonly ObservedComponent[];
  /** The number of resources in the files; 0 if no paths were given. */
  readonly resources: number;
  /** How many of the resources were judged. */
  readonly coverage: ReportShare;
}

/** The JSON of `schemas/plan.schema.json`, schema version 1. */
export type PlanDocument = ReturnType<typeof planDocument>;

/** The JSON of a plan as text. */
export function planJson(report: PlanReport, version: string): string {
  return `${JSON.stringify(planDocument(report, version), undefined, 1)}\n`;
}

/** A plan as plain data: the JSON of `schemas/plan.schema.json`. */
export function planDocument(
  { from, to, plan, affected, definitions, resources, coverage, addons, components }: PlanReport,
  version: string,
) {
  return {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version, catalogue: from.surface.catalog.version },
    from: reportTarget(from),
    to: reportTarget(to),
    steps: plan.steps.map((step, index) => ({
      ...stepJson(step),
      addons: (addons[index] ?? []).map(addonJson),
      conflicts: componentConflicts(step, components).map(conflictJson),
    })),
    components,
    defaults: plan.defaults.map((defaultAlongPlan) => ({
      ...defaultJson(defaultAlongPlan),
      firstStep: defaultAlongPlan.steps[0] + 1,
      lastStep: defaultAlongPlan.steps[1] + 1,
    })),
    storage: {
      unknownFor: plan.storageUnknown.map(formatMinor),
      migrations: plan.migrations.map(migrationJson),
      definitions: definitions.map(definitionJson),
    },
    resources: affected.map(affectedJson),
    summary: {
      steps: plan.steps.length,
      resources,
      coverage,
      affected: affected.filter(
        (affectedResource) => affectedResource.steps.length > 0 || affectedResource.rollbacks.length > 0,
      ).length,
      refusedAlready: affected.filter(({ refusedNow }) => refusedNow.length > 0).length,
      mustChange: affected.filter(({ steps }) => steps.some(({ mustChange }) => mustChange)).length,
      refusedOnTheWayBack: affected.filter(({ rollbacks }) => rollbacks.some(isCostly)).length,
      keptOnTheWayBack: affected.filter(({ rollbacks }) => rollbacks.length > 0 && !rollbacks.some(isCostly)).length,
      wayBackOpenUntil: lastRollbackStep(plan),
    },
  };
}

/** The last step, from 1, after which a rollback is still possible; 0 if the first step prevents it. */
export function lastRollbackStep({ steps }: Plan): number {
  const closed = steps.findIndex(({ rollback }) => !rollback.open);
  return closed < 0 ? steps.length : closed;
}

function stepJson(step: Step) {
  const { kind, before, after, removedSettings, served, orphans, storage, gates, fields, defaults, cel } = step;
  const { migrateBefore, mixed, skew, rollback } = step;
  const { binary, emulation, minCompatibility } = after.versions;
  return {
    kind,
    binary: formatMinor(binary),
    emulation: formatMinor(emulation),
    minCompatibility: formatMinor(minCompatibility),
    flags: formatServerFlags(after.target),
    takeOut: removedSettings.map(({ flag, setting, why }) => ({ flag, ...setting, why })),
    stops: served.stops.map(resourceJson),
    starts: served.starts.map(resourceJson),
    orphans,
    storage: storage.map((storageChange) => ({
      resource: storageChange.resource,
      from: storageChange.from ?? null,
      to: storageChange.to ?? null,
    })),
    gates: gates.map((gate) => gateJson(gate, before)),
    fields: fields.map(({ field, from, to, gates: off, someValues }) => ({ field, from, to, gates: off, someValues })),
    defaults: defaults.map(defaultJson),
    cel,
    migrateBefore,
    mixed,
    skew: skew.map(({ component, during, ...range }) => ({
      component,
      ...rangeJson(range),
      during: during.oldest > during.newest ? null : rangeJson(during),
    })),
    wayBack: rollback,
  };
}

function addonJson({ addon, version, release, origins, when, releases, best }: AddonUpgrade) {
  return {
    name: addon.name,
    version,
    claim: addon.claim,
    kubernetes: limitsJson(release),
    when,
    releases: releases.map((candidate) => ({ release: candidate.name, kubernetes: limitsJson(candidate) })),
    best: best?.name ?? null,
    places: origins.map(({ file, line }) => ({ file, line })),
    source: addon.source,
    asOf: addon.asOf,
  };
}

function limitsJson({ oldest, newest }: AddonUpgrade['release']) {
  const shown = (limit: typeof oldest) => (limit === undefined ? null : formatMinor(limit));
  return { oldest: shown(oldest), newest: shown(newest) };
}

function conflictJson({ observed, word, oldest, newest, isAlready }: ComponentConflict) {
  return { ...observed, conflict: word, ...rangeJson({ oldest, newest }), already: isAlready };
}

function rangeJson({ oldest, newest }: SkewRange) {
  return { oldest: formatMinor(minor(Math.max(0, oldest))), newest: formatMinor(minor(newest)) };
}

function migrationJson(migration: Migration) {
  const { resource, from, to, step, neededBefore, unreadableFrom, preventsRollback } = migration;
  const { manifest, commands } = migrationAdvice(migration);
  return {
    resource,
    from,
    to,
    afterStep: step + 1,
    beforeStep: neededBefore === undefined ? null : neededBefore + 1,
    unreadableFrom: unreadableFrom === undefined ? null : formatMinor(unreadableFrom),
    closesWayBack: preventsRollback,
    manifest: manifest ?? null,
    commands,
  };
}

function definitionJson(definition: DefinitionStorage) {
  const { name, origin, resource, storedVersions, stale, unserved } = definition;
  const { manifest, commands } = definitionAdvice(definition);
  return {
    name,
    file: origin,
    storageVersion: resource.version,
    storedVersions: storedVersions ?? null,
    stale,
    unserved,
    manifest: manifest ?? null,
    commands,
  };
}

function defaultJson({ kind, path, from, to }: DefaultChange) {
  return { kind, path, from: from ?? null, to: to ?? null };
}

function resourceJson({ group, version, kind, resource }: ServedResource) {
  return { group, version, kind, resource };
}

function gateJson(change: GateChange, before: ApiSurface) {
  const state = (gateState: GateChange['from']) =>
    gateState === undefined ? null : { stage: gateState.stage, enabled: gateState.enabled };
  return { name: change.name, from: state(change.from), to: state(change.to), flips: togglesGate(change, before) };
}

function affectedJson({ file, lines, resource, refusedNow, steps, rollbacks }: AffectedResource) {
  return {
    ...identityOf(file, resource),
    line: lines.position(resource.apiVersionSpan.start).line,
    steps: steps.map(({ step, mustChange, findings, change }) => ({
      step: step + 1,
      mustChange,
      ...(change === undefined ? {} : { fixedAfterStep: change.after }),
      findings: findings.map((finding) => findingWithFixes(finding, lines)),
    })),
    refusedAlready: refusedNow.map((finding) => findingWithFixes(finding, lines)),
    wayBack: rollbacks.map((rollback) => ({
      step: rollback.step + 1,
      outcome: rollback.outcome,
      lostFields: rollback.lost,
      fieldsWithoutEffect: rollback.withoutEffect,
      refusedAnew: isRollbackRefused(rollback),
      findings: rollback.findings.map((finding) => findingWithFixes(finding, lines)),
    })),
  };
}

function findingWithFixes(finding: Finding, lines: LineIndex) {
  return {
    ...findingJson(finding, lines),
    fixes: finding.fixes().map(({ title, kind, edits, left }) => ({
      title,
      kind,
      edits: edits.map((edit) => ({ range: lines.range(edit.span), newText: edit.newText })),
      left,
    })),
  };
}

/** `apps/v1 Deployment`. */
export function resourceName(resource: ServedResource): string {
  return `${formatGroupVersion(resource)} ${resource.kind}`;
}
