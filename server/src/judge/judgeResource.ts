import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { StoredObject, Subject } from '../checks/check.ts';
import { type ResourceExtent, SurfaceChecks } from '../checks/surfaceChecks.ts';
import { isDefinition } from '../crd/readDefinition.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { withoutEmptied } from '../update/emptied.ts';
import { filledFromStored } from '../update/filledFromStored.ts';
import { isFromServer } from '../update/fromServer.ts';
import { serverSideApply, staysWhenLeftOut } from '../update/leftOut.ts';
import { isKeptFromStored } from '../update/leftToStored.ts';
import type { OldObject, Operation, UnknownObject } from '../update/oldObjects.ts';
import { ratchet } from '../update/ratchet.ts';
import { type WrappedNumbers, withWrappedNumbers } from '../update/wrappedNumbers.ts';
import { afterMutation, mutatedRoot } from './afterMutation.ts';
import type { Verdict } from './analysis.ts';
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
}

/** The stored object that a resource of a file changes; undefined for a create. */
export function storedObjectOf(
  resource: Resource,
  text: string,
  { stored }: FileInputs,
): OldObject | UnknownObject | undefined {
  return isObject(resource) ? stored?.(resource, text) : undefined;
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
  const context = { text, inputs, earlier, stored: undefined, change: undefined };
  return inputs.surfaces.map((surface) => adjustForPart(resource, judgeChange(resource, old, surface, context)));
}

/** Embedded objects and parts are not stored by themselves. */
function isObject({ part, embedded }: Resource): boolean {
  return part === undefined && embedded === undefined;
}

function judgeChange(
  written: Resource,
  old: OldObject | UnknownObject | undefined,
  surface: ApiSurface,
  context: JudgeContext,
): Verdict {
  if (old === undefined) return judge(written, surface, context);
  const { operation: change } = old;
  const { binary } = surface.versions;
  if (old.resource === 'unknown') {
    const verdict = judge(written, surface, { ...context, change });
    return { ...verdict, findings: ratchet({ ...verdict, resource: written }, old.resource, binary) };
  }
  const { resource, findings: wrapped } = asSent(written, old, surface);
  const verdict = judge(resource, surface, { ...context, stored: storedObject(old), change });
  const stored = {
    resource: old.resource,
    findings: judge(old.resource, surface, { ...context, text: old.text }).findings,
  };
  const findings = [...ratchet({ ...verdict, resource }, stored, binary), ...wrapped];
  if (change === 'update') return { ...verdict, findings };
  return { ...verdict, findings: findings.filter((finding) => !isKeptFromStored(finding, resource.root, old)) };
}

/** The resource as the server validates it in an update. Of custom resources, only the emptied values are removed. */
function asSent(written: Resource, old: OldObject, surface: ApiSurface): WrappedNumbers {
  const availability = availabilityOf(written, surface);
  const served = availability.state === 'served' ? availability.resource : undefined;
  const type = served?.custom === undefined && served !== undefined ? surface.rootType(served) : undefined;
  if (served?.custom !== undefined) return { resource: withoutEmptied(written, old, true), findings: [] };
  const resource = filledFromStored(withoutEmptied(written, old), old, surface);
  if (type === undefined || old.operation === 'update') return { resource, findings: [] };
  return withWrappedNumbers(resource, type);
}

function storedObject(old: OldObject): StoredObject {
  const { resource, operation } = old;
  return {
    resource,
    stays: staysWhenLeftOut(old),
    isReplaced: operation === 'update',
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
  const { text, inputs, earlier, stored, change } = context;
  const { surfaces } = inputs;
  const { decoded, custom } = readAs(resource, surface, availability, extentOf(resource), stored?.serverSideApply);
  return { resource, surface, surfaces, availability, text, decoded, earlier, stored, change, custom };
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
  return findings.inOrder();
}
