import type { ApiSurface } from './catalog/surface.ts';
import type { Defaults } from './conversion/convert.ts';
import { webhookBetween } from './conversion/defined.ts';
import { areRelatives, endingOf } from './conversion/families.ts';
import { type ConversionPlan, planConversion } from './conversion/plan.ts';
import { formatRemark } from './conversion/remarks.ts';
import { conversionTargets } from './conversion/successors.ts';
import { conversionFix } from './conversion/versionFix.ts';
import { findAll } from './embedded/findAll.ts';
import type { Finding, Fix } from './finding.ts';
import { applyFixes } from './fix.ts';
import type { FileContext } from './kustomize/fileContext.ts';
import type { Resource } from './manifest/manifest.ts';
import { stringFor } from './manifest/node.ts';
import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersion,
  type GroupVersionKind,
  parseGroupVersion,
} from './target/groupVersion.ts';
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
}

/** What became of one resource. */
export interface ConversionOutcome {
  readonly resource: Resource;
  readonly from: GroupVersionKind;
  /** The version that was asked for; undefined where there is none to convert to. */
  readonly to: GroupVersion | undefined;
  readonly done: boolean;
  /** What it costs, or why it was not done. */
  readonly notes: readonly string[];
  /** Whether a resource that should have been converted was not. */
  readonly failed: boolean;
}

/** A text after conversions. */
export interface ConvertedText {
  readonly text: string;
  /** For each resource that is asked to change, in the order of the text. */
  readonly outcomes: readonly ConversionOutcome[];
  /** How many references to APIs inside fields were moved along. */
  readonly followed: number;
}

/**
 * Converts the resources of one file. Each is converted whole or left alone; those that have the version asked for, or
 * have no such version, are passed over. References inside fields to what the targets no longer serve follow, whether what
 * they name stands in this file or in another.
 *
 * @param path where the file lies, with `/`.
 * @param surfaces the targets of the file, the one that schemas are taken from first.
 */
export function convertText(
  text: string,
  path: string,
  surfaces: readonly ApiSurface[],
  request: ConversionRequest,
  context: FileContext = {},
): ConvertedText {
  const edits: TextEdit[] = [];
  const outcomes: ConversionOutcome[] = [];
  const { resources } = findAll(text, path, context);
  for (const resource of resources) {
    const groupVersion = parseGroupVersion(resource.apiVersion);
    const [surface] = surfaces;
    if (groupVersion === undefined || surface === undefined || resource.partial !== undefined) continue;
    // A patch that is selected by a target says no apiVersion, or one that nobody reads.
    if (stringFor(resource.root, 'apiVersion') !== resource.apiVersion) continue;
    // Of which version it is, another file says.
    if (resource.part?.of !== undefined || resource.escaped === true) continue;
    const from = { ...groupVersion, kind: resource.kind };
    const to = destination(from, surfaces, request.to);
    if (to === undefined) {
      const ending = request.to === undefined ? endingWithout(from, surfaces) : undefined;
      if (ending !== undefined) outcomes.push({ resource, from, to, done: false, failed: true, notes: [ending] });
      continue;
    }
    if (!areRelatives(from, to, surface)) {
      const webhook = webhookBetween(from, to, surface);
      if (webhook !== undefined)
        outcomes.push({ resource, from, to, done: false, failed: true, notes: [onlyByWebhook(webhook)] });
      continue;
    }
    const plan = planConversion(resource, text, to, surface, request.defaults);
    if (plan === undefined) {
      outcomes.push({ resource, from, to, done: false, failed: true, notes: [uncertain] });
      continue;
    }
    const { kind, left } = conversionFix(plan, resource);
    const done = kind === 'safe' || request.accepts.has(kind) || goesAlong(resource, plan, request);
    if (done) edits.push(...plan.edits);
    const along = done && kind === 'partial';
    const notes = [...(done ? plan.changed.map(formatRemark) : [refusals[kind]]), ...(along ? [] : left)];
    outcomes.push({ resource, from, to, done, failed: !done, notes });
  }
  const converted = applyEdits(text, edits) ?? text;
  if (request.follow === false || !mayRefer(converted, resources.length))
    return { text: converted, outcomes, followed: 0 };
  const { text: after, applied } = applyFixes(converted, path, surfaces, follows(request), { context });
  return { text: after, outcomes, followed: applied.length };
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
function follows({ to, movedTo = [] }: ConversionRequest): (finding: Finding, fix: Fix) => boolean {
  const parts = new Set(movedTo.flatMap((one) => [one.group, one.version, formatGroupVersion(one)]));
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

const uncertain =
  'the edits are not certain: a key is written twice, or anchors and aliases share what would have to differ';

function onlyByWebhook(definition: string): string {
  return `only the webhook of its definition (${definition}) knows how: declare what it does under conversions in .kubecompat.yaml`;
}

/** Why a conversion of a kind is not carried out unless it is accepted. */
const refusals: Readonly<Record<Fix['kind'], string>> = {
  safe: '',
  forced: 'not converted without --accept-forced',
  lossy: 'not converted without --accept-lossy',
  partial: 'not converted: something is left to decide',
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
  if (surfaces.every((surface) => surface.availability(from).state === 'served')) return undefined;
  return endingOf(from)?.says;
}

/** `Deployment extensions/v1beta1 -> apps/v1`, for people. */
export function describeOutcome({ from, to }: ConversionOutcome): string {
  const origin = formatGroupVersionKind(from);
  return to === undefined ? origin : `${origin} -> ${formatGroupVersion(to)}`;
}
