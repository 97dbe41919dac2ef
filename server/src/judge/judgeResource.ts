import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { StoredObject, Subject } from '../checks/check.ts';
import { type ResourceExtent, SurfaceChecks } from '../checks/surfaceChecks.ts';
import { isDefinition } from '../crd/readDefinition.ts';
import type { Finding } from '../finding.ts';
import { pathSteps, valueAtSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { withoutEmptied } from '../update/emptied.ts';
import { filledFromStored } from '../update/filledFromStored.ts';
import { isFromServer } from '../update/fromServer.ts';
import { certainlyStays, otherOwners, serverSideApply, staysWhenLeftOut } from '../update/leftOut.ts';
import { isKeptFromStored } from '../update/leftToStored.ts';
import type { OldObject, UnknownObject } from '../update/oldObjects.ts';
import { ratchet } from '../update/ratchet.ts';
import { type WrappedNumbers, withWrappedNumbers } from '../update/wrappedNumbers.ts';
import type { Operation, Writer } from '../update/writer.ts';
import { changedBy, writerFor } from '../update/writers.ts';
import { afterMutation, mutatedRoot } from './afterMutation.ts';
import type { Verdict } from './analysis.ts';
import { appliedWhole, findingsOfWhole } from './appliedWhole.ts';
import { clientSideWhole, findingsOfApplied } from './clientSideWhole.ts';
import { convertedOld } from './convertedOld.ts';
import type { FileInputs } from './fileInputs.ts';
import { judgeByDefinitions } from './judgeByDefinitions.ts';
import {
  adjustForPart,
  customKindsOf,
  isForOtherServer,
  judgeByVersions,
  judgeSelectedPart,
  withoutKind,
} from './judgePart.ts';
import { FindingList } from './maxFindings.ts';
import { openToMutation } from './openToMutation.ts';
import { availabilityOf, readAs } from './readResource.ts';
import { withoutRepeatedEntries } from './repeatedEntries.ts';

/** The context of a resource for judging it. */
interface JudgeContext {
  readonly text: string;
  readonly inputs: FileInputs;
  /** The resource before the change. */
  readonly earlier: Resource | undefined;
  /** The stored object to update. */
  readonly stored: StoredObject | undefined;
  /** The operation on the stored object, which may be unknown; undefined for a create. */
  readonly change: Operation | undefined;
  /** Who writes it; undefined if unknown. */
  readonly writer: Writer | undefined;
}

/** The stored object that a resource of a file changes; undefined for a create. */
export function storedObjectOf(
  resource: Resource,
  text: string,
  { stored, writer }: FileInputs,
): OldObject | UnknownObject | undefined {
  const old = isObject(resource) ? stored?.(resource, text) : undefined;
  return old && changedBy(old, writerFor(resource, undefined, writer));
}

/**
 * Judges a resource of a file against every target of the file, in their order.
 *
 * @param text the file.
 * @param old the object that it changes, from {@link storedObjectOf}.
 */
export function judgeResource(
  resource: Resource,
  text: string,
  inputs: FileInputs,
  old: OldObject | UnknownObject | undefined,
): readonly Verdict[] {
  const before = isObject(resource) && isDefinition(resource) ? inputs.earlier?.(resource, text) : undefined;
  const earlier = before?.resource === 'unknown' ? undefined : before?.resource;
  const writer = isObject(resource) ? writerFor(resource, old, inputs.writer) : undefined;
  const context = { text, inputs, earlier, stored: undefined, change: undefined, writer };
  return inputs.surfaces.map((surface) => adjustForPart(resource, judgeChange(resource, old, surface, context)));
}

/** Embedded objects and parts are not stored by themselves. */
function isObject({ part, embedded }: Resource): boolean {
  return part === undefined && embedded === undefined;
}

function judgeChange(
  written: Resource,
  found: OldObject | UnknownObject | undefined,
  surface: ApiSurface,
  context: JudgeContext,
): Verdict {
  const old = found === undefined || found.resource === 'unknown' ? found : convertedOld(found, written, surface);
  if (old === undefined) {
    if (context.writer?.operation !== 'server-side-apply') return judge(written, surface, context);
    const { resource, findings } = withMergedNumbers(written, surface);
    const verdict = judge(resource, surface, context);
    return findings.length === 0 ? verdict : { ...verdict, findings: [...verdict.findings, ...findings] };
  }
  if (old.resource === 'unknown') {
    const verdict = judge(written, surface, { ...context, change: old.operation });
    return { ...verdict, findings: ratchet({ ...verdict, resource: written }, old.resource, surface.versions.binary) };
  }
  const stored = judge(old.resource, surface, { ...context, text: old.text, writer: undefined }).findings;
  const verdict = judgeUpdate(written, old, stored, surface, context);
  const { availability } = verdict;
  const whole = availability.state === 'served' && clientSideWhole(written, old, availability.resource, surface);
  if (!whole) return verdict;
  const replaced = judgeUpdate(whole, { ...old, operation: 'replace' }, stored, surface, context);
  return { ...verdict, findings: findingsOfApplied(written, verdict.findings, replaced.findings) };
}

/** @param storedFindings those on the stored object as a create. */
function judgeUpdate(
  written: Resource,
  old: OldObject,
  storedFindings: readonly Finding[],
  surface: ApiSurface,
  context: JudgeContext,
): Verdict {
  const { operation: change } = old;
  const { resource, findings: wrapped } = asSent(written, old, surface);
  const changed = { ...context, stored: storedObject(old), change };
  const verdict = judge(resource, surface, changed);
  const stored = { resource: old.resource, findings: storedFindings };
  const whole = wholeOf(resource, old, surface, changed);
  const judged = {
    ...verdict,
    findings:
      whole === undefined ? verdict.findings : findingsOfWhole(resource, verdict.findings, whole, stored.findings),
  };
  const isMerged = serverSideApply(old) === 'yes';
  const all = [...ratchet({ ...judged, resource, isMerged }, stored, surface.versions.binary), ...wrapped];
  const findings = all.filter(
    (finding) => finding.consequence !== 'advice' || !isOnlyStored(finding, written, resource),
  );
  if (change === 'replace') return { ...verdict, findings };
  return { ...verdict, findings: findings.filter((finding) => !isKeptFromStored(finding, resource.root, old)) };
}

/** Whether a finding is about a value, or a part of one, that the stored object has and the manifest has not. */
function isOnlyStored({ path, code }: Finding, written: Resource, filled: Resource): boolean {
  if (filled === written || path === '') return false;
  const steps = pathSteps(path);
  const of = code === 'missing-field' ? steps.slice(0, -1) : steps;
  return valueAtSteps(written.root, of) === undefined && valueAtSteps(filled.root, of) !== undefined;
}

/** The verdict on the result of an apply; undefined if only the server knows the result. */
function wholeOf(resource: Resource, old: OldObject, surface: ApiSurface, context: JudgeContext): Verdict | undefined {
  const availability = availabilityOf(resource, surface);
  if (availability.state !== 'served') return undefined;
  const stored = { ...storedObject(old), stays: certainlyStays(old) };
  const whole = appliedWhole(resource, stored, availability.resource, surface);
  return whole && judge(whole, surface, context);
}

/** The resource as the server validates it in an update. Of custom resources, only the emptied values are removed. */
function asSent(written: Resource, old: OldObject, surface: ApiSurface): WrappedNumbers {
  const availability = availabilityOf(written, surface);
  const isCustom = availability.state === 'served' && availability.resource.custom !== undefined;
  if (isCustom) return { resource: withoutEmptied(written, old, true), findings: [] };
  const resource = filledFromStored(withoutEmptied(written, old), old, surface);
  return old.operation === 'replace' ? { resource, findings: [] } : withMergedNumbers(resource, surface);
}

/** A resource of a built-in kind with its numbers as a server-side apply reads them. */
function withMergedNumbers(resource: Resource, surface: ApiSurface): WrappedNumbers {
  const availability = availabilityOf(resource, surface);
  const served = availability.state === 'served' ? availability.resource : undefined;
  const type = served?.custom === undefined && served !== undefined ? surface.rootType(served) : undefined;
  return type === undefined ? { resource, findings: [] } : withWrappedNumbers(resource, type);
}

function storedObject(old: OldObject): StoredObject {
  const { resource, operation } = old;
  return {
    resource,
    stays: staysWhenLeftOut(old),
    ownersOf: otherOwners(old),
    isReplaced: operation === 'replace',
    isWhole: isFromServer(resource.root),
    serverSideApply: serverSideApply(old),
  };
}

function judge(resource: Resource, surface: ApiSurface, context: JudgeContext): Verdict {
  const of = resource.part?.of;
  if (of !== undefined) {
    const [first, ...others] = customKindsOf(resource.part ?? {}, surface);
    if (first === undefined)
      return judgeSelectedPart(surface, of, resource.part?.found ?? [], (availability) =>
        judgeAs(resource, surface, context, availability),
      );
    return judgeByVersions([first, ...others], (gvk) => {
      const selected = { ...resource, apiVersion: formatGroupVersion(gvk), kind: gvk.kind };
      return judgeByDefinitions(selected, surface, context.inputs.path, (apiSurface) =>
        withoutKind(judgeAs(selected, apiSurface, context, apiSurface.availability(gvk))),
      );
    });
  }
  return judgeByDefinitions(resource, surface, context.inputs.path, (apiSurface) => {
    const availability = availabilityOf(resource, apiSurface);
    if (isForOtherServer(resource, availability)) return { surface, availability: { state: 'custom' }, findings: [] };
    return judgeAs(resource, apiSurface, context, availability);
  });
}

function judgeAs(resource: Resource, surface: ApiSurface, context: JudgeContext, availability: Availability): Verdict {
  const subject = subjectOf(resource, surface, context, availability);
  const mutated = mutatedRoot(subject);
  if (mutated === undefined) {
    return { surface, availability, findings: openToMutation(findingsOn(subject), subject) };
  }
  const { root, policies } = mutated;
  // Policies changed nothing, so one pass decides.
  if (root === resource.root) return { surface, availability, findings: findingsOn({ ...subject, isMutated: true }) };
  const mutatedSubject = subjectOf({ ...resource, root }, surface, context, availability);
  const findings = afterMutation(findingsOn(subject), findingsOn({ ...mutatedSubject, isMutated: true }), policies);
  return { surface, availability, findings };
}

function subjectOf(
  resource: Resource,
  surface: ApiSurface,
  context: JudgeContext,
  availability: Availability,
): Subject {
  const { text, inputs, earlier, stored, change, writer } = context;
  const { surfaces } = inputs;
  const { decoded, custom } = readAs(resource, surface, availability, extentOf(resource), stored?.serverSideApply);
  return { resource, surface, surfaces, availability, text, decoded, earlier, stored, change, writer, custom };
}

function extentOf({ part }: Resource): ResourceExtent {
  return part === undefined ? 'whole' : 'part';
}

function findingsOn(subject: Subject): readonly Finding[] {
  const { resource, surface, decoded } = subject;
  const surfaceChecks = SurfaceChecks.for(surface, extentOf(resource));
  const findings = new FindingList();
  const { report: emit } = findings;
  // By index: without optimization, each iterator step allocates, and the loop body is cheap.
  const { resourceJudges } = surfaceChecks;
  for (let i = 0; i < resourceJudges.length; i++) resourceJudges[i]?.(subject, emit);
  // A server that cannot decode an object refuses it before validation.
  if (decoded !== undefined && decoded.errors.length === 0) {
    decoded.objects.forEach(({ type, object, path, key }) => {
      const judges = surfaceChecks.objectJudges(type);
      const at = { subject, path, key };
      for (let i = 0; i < judges.length; i++) judges[i]?.(object, at, emit);
    });
    decoded.fields.forEach(({ field, value, path, key }) => {
      const judges = surfaceChecks.fieldJudges(field);
      const at = { subject, path, key };
      for (let i = 0; i < judges.length; i++) judges[i]?.(value, at, emit);
    });
  }
  return withoutRepeatedEntries(findings.inOrder());
}
