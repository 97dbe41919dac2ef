import type { ApiSurface } from './catalog/surface.ts';
import type { Defaults } from './conversion/convert.ts';
import { webhookBetween } from './conversion/defined.ts';
import { areRelatives, endingOf } from './conversion/families.ts';
import type { ConversionOutcome, ConvertedText } from './conversion/outcome.ts';
import { type ConversionPlan, planConversion } from './conversion/plan.ts';
import { formatRemark } from './conversion/remarks.ts';
import { conversionTargets } from './conversion/successors.ts';
import { conversionFix } from './conversion/versionFix.ts';
import { convertRelease } from './convertRelease.ts';
import { possibleSurfaces } from './crd/possibleSurfaces.ts';
import { findAll } from './embedded/findAll.ts';
import type { Fix } from './finding.ts';
import { applyFixes, type FixPolicy } from './fix.ts';
import { type FileInputs, namedElsewhere } from './judge/fileInputs.ts';
import { fixInBuilds } from './judge/fixesInBuilds.ts';
import { isTemplate } from './judge/planIn.ts';
import { planInTemplate, templateResources } from './judge/templateConversion.ts';
import type { Resource } from './manifest/manifest.ts';
import { stringFor } from './manifest/node.ts';
import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersion,
  type GroupVersionKind,
  parseGroupVersion,
} from './targets/groupVersion.ts';
import { applyEdits, type TextEdit } from './text/edit.ts';

/** What to convert to, and what it may cost. */
export interface ConversionRequest {
  /** A version; without one, the best version that every target serves. */
  readonly to: GroupVersion | undefined;
  readonly defaults: Defaults;
  /** The kinds of conversions that are carried out; `safe` ones always are. */
  readonly accepts: ReadonlySet<Fix['kind']>;
  /**
   * The versions that resources of the same workspace are being moved to: selections that name them by their old version,
   * as in a kustomization, follow as well. Without them a selection that changed might miss what it means.
   */
  readonly movedTo?: readonly GroupVersion[];
  /** Whether references follow at all; they do where this is absent. */
  readonly follow?: boolean;
  /** What every target serves stays in its version, deprecated or not. */
  readonly onlyUnserved?: boolean;
}

/**
 * Converts the resources of one file. Each is converted whole or left alone; those that have the version asked for, or
 * have no such version, are passed over. References inside fields to what the targets no longer serve follow, whether what
 * they name stands in this file or in another.
 * What Helm keeps of a release is converted as files are. A file that Helm leaves out is left alone.
 */
export function convertText(text: string, given: FileInputs, request: ConversionRequest): ConvertedText {
  const inputs = given.off === undefined ? namedElsewhere(given) : given;
  const { file, path, context } = inputs;
  // Objects of a project are moved for a release that is named, and not for what any release may have.
  const surfaces = inputs.surfaces.map((surface) => surface.named ?? surface);
  if (inputs.off !== undefined) return { text, outcomes: [], followed: 0 };
  const edits: TextEdit[] = [];
  const outcomes: ConversionOutcome[] = [];
  const { chart } = inputs;
  const inTemplate = chart !== undefined && isTemplate(inputs, text);
  const resources = inTemplate
    ? templateResources(text, chart, surfaces, file)
    : findAll(text, file, context).resources;
  for (const resource of resources) {
    const release = convertRelease(resource, text, (one) =>
      // Helm compares what it keeps with what the chart says, which is in the old version for as long as it is served.
      convertText(one, { ...inputs, file: 'manifest.yaml' }, { ...request, onlyUnserved: request.to === undefined }),
    );
    edits.push(...(release?.edits ?? []));
    outcomes.push(...(release?.outcomes ?? []));
    const groupVersion = parseGroupVersion(resource.apiVersion);
    if (groupVersion === undefined || surfaces.length === 0 || resource.partial !== undefined) continue;
    // A patch that is selected by a target says no apiVersion, or one that nobody reads.
    if (stringFor(resource.root, 'apiVersion') !== resource.apiVersion) continue;
    // Of which version it is, another file says.
    if (resource.part?.of !== undefined || resource.escaped === true) continue;
    const from = { ...groupVersion, kind: resource.kind };
    const [converting, ...others] = possibleSurfaces(from, surfaces, path).map((possibleSurface) =>
      convertResource({ resource, from, text, inTemplate, builds: context.builds }, possibleSurface, request),
    );
    if (converting === undefined) continue;
    const { to, edits: own } = converting;
    const differs = others.some((other) => JSON.stringify([other.to, other.edits]) !== JSON.stringify([to, own]));
    if (differs) outcomes.push({ resource, from, to, done: false, failed: true, notes: [disputed] });
    else {
      edits.push(...own);
      if (converting.outcome !== undefined) outcomes.push(converting.outcome);
    }
  }
  const converted = applyEdits(text, edits) ?? text;
  if (request.follow === false || !mayRefer(converted, resources.length))
    return { text: converted, outcomes, followed: 0 };
  const { text: after, applied } = applyFixes(converted, inputs, follows(request));
  return { text: after, outcomes, followed: applied.length };
}

/** What becomes of one resource; without an outcome where nothing is asked of it. */
interface Converting {
  readonly to: GroupVersionKind | undefined;
  readonly edits: readonly TextEdit[];
  readonly outcome: ConversionOutcome | undefined;
}

interface ResourceOfText {
  readonly resource: Resource;
  readonly from: GroupVersionKind;
  readonly text: string;
  readonly inTemplate: boolean;
  readonly builds: FileInputs['context']['builds'];
}

function convertResource(
  { resource, from, text, inTemplate, builds }: ResourceOfText,
  surfaces: readonly ApiSurface[],
  request: ConversionRequest,
): Converting {
  const failed = (to: GroupVersionKind | undefined, note: string): Converting => ({
    to,
    edits: [],
    outcome: { resource, from, to, done: false, failed: true, notes: [note] },
  });
  const [surface] = surfaces;
  if (request.onlyUnserved === true && isServedBy(from, surfaces))
    return { to: undefined, edits: [], outcome: undefined };
  const to = surface === undefined ? undefined : destination(from, surfaces, request.to);
  if (surface === undefined || to === undefined) {
    const ending = request.to === undefined ? endingWithout(from, surfaces) : undefined;
    return ending === undefined ? { to, edits: [], outcome: undefined } : failed(to, ending);
  }
  if (!areRelatives(from, to, surface)) {
    const webhook = webhookBetween(from, to, surface);
    return webhook === undefined ? { to, edits: [], outcome: undefined } : failed(to, onlyByWebhook(webhook));
  }
  const { plan, reason } = inTemplate
    ? planInTemplate(resource, text, to, surface)
    : { plan: planConversion(resource, text, to, surface, request.defaults), reason: undefined };
  if (plan === undefined) return failed(to, reason === undefined ? uncertain : `in a template: ${reason}`);
  const { kind, left } = fixInBuilds(conversionFix(plan, resource), resource, text, builds);
  const done = kind === 'safe' || request.accepts.has(kind) || goesAlong(resource, plan, request);
  const along = done && kind === 'partial';
  const notes = [...(done ? plan.changed.map(formatRemark) : [refusals[kind]]), ...(along ? [] : left)];
  return { to, edits: done ? plan.edits : [], outcome: { resource, from, to, done, failed: !done, notes } };
}

/** Whether a text names a group more often than its resources do for themselves: only then fields can name APIs. */
function mayRefer(text: string, resources: number): boolean {
  return (text.match(/\b(?:apiVersions?|apiGroups?|group)\b/g) ?? []).length > resources;
}

/** Whether a resource is a part, such as a patch, of one that is being moved to the same version, and loses nothing. */
function goesAlong(
  { part }: Resource,
  { to, left, lost, forced }: ConversionPlan,
  { movedTo = [] }: ConversionRequest,
): boolean {
  if (part === undefined || left.length + lost.length + forced.length > 0) return false;
  return movedTo.some(({ group, version }) => group === to.group && version === to.version);
}

/** The fixes of references that go along with a conversion. */
function follows({ to, movedTo = [] }: ConversionRequest): FixPolicy {
  const parts = new Set(
    movedTo.flatMap((groupVersion) => [groupVersion.group, groupVersion.version, formatGroupVersion(groupVersion)]),
  );
  return ({ code }, { kind, edits }) => {
    if (code !== 'reference-not-served') return false;
    if (kind === 'partial') return edits.length > 0 && edits.every(({ newText }) => parts.has(unquoted(newText)));
    return (
      kind === 'safe' && (to === undefined || edits.some(({ newText }) => newText.includes(formatGroupVersion(to))))
    );
  };
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

const uncertain = 'the edit is not safe: a key is repeated, or anchors and aliases share values that must differ';

const disputed = 'its definitions here differ: name the right one under crds: { paths } of the target';

function onlyByWebhook(definition: string): string {
  return `only the conversion webhook of its definition (${definition}) can convert it: declare its rules under conversions in .kubecompat.yaml`;
}

/** Why a conversion of a kind is not carried out unless it is accepted. */
const refusals: Readonly<Record<Fix['kind'], string>> = {
  safe: '',
  forced: 'not converted without --accept-forced',
  lossy: 'not converted without --accept-lossy',
  partial: 'not converted: it needs a decision',
};

function destination(
  from: GroupVersionKind,
  surfaces: readonly ApiSurface[],
  asked: GroupVersion | undefined,
): GroupVersionKind | undefined {
  if (asked === undefined) return conversionTargets(surfaces, from)[0];
  if (asked.group === from.group && asked.version === from.version) return undefined;
  return { ...asked, kind: from.kind };
}

/** What to do with a kind that a target does not serve and that nothing converts to what it does serve. */
function endingWithout(from: GroupVersionKind, surfaces: readonly ApiSurface[]): string | undefined {
  return isServedBy(from, surfaces) ? undefined : endingOf(from)?.says;
}

function isServedBy(gvk: GroupVersionKind, surfaces: readonly ApiSurface[]): boolean {
  return surfaces.every((surface) => surface.availability(gvk).state === 'served');
}

/** `Deployment extensions/v1beta1 -> apps/v1`, for people. */
export function describeOutcome({ from, to }: ConversionOutcome): string {
  const origin = formatGroupVersionKind(from);
  return to === undefined ? origin : `${origin} -> ${formatGroupVersion(to)}`;
}
