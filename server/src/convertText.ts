import type { ApiSurface } from './catalog/surface.ts';
import type { Defaults } from './conversion/convert.ts';
import { areRelatives, endingOf } from './conversion/families.ts';
import { planConversion } from './conversion/plan.ts';
import { formatRemark } from './conversion/remarks.ts';
import { conversionTargets } from './conversion/successors.ts';
import { conversionFix } from './conversion/versionFix.ts';
import { findAll } from './embedded/findAll.ts';
import type { Fix } from './finding.ts';
import { applyFixes } from './fix.ts';
import type { FileContext } from './kustomize/fileContext.ts';
import type { Resource } from './manifest/manifest.ts';
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
    // Of which version it is, another file says.
    if (resource.part?.of !== undefined || resource.escaped === true) continue;
    const from = { ...groupVersion, kind: resource.kind };
    const to = destination(from, surfaces, request.to);
    if (to === undefined) {
      const ending = request.to === undefined ? endingWithout(from, surfaces) : undefined;
      if (ending !== undefined) outcomes.push({ resource, from, to, done: false, failed: true, notes: [ending] });
      continue;
    }
    if (!areRelatives(from, to)) continue;
    const plan = planConversion(resource, text, to, surface, request.defaults);
    if (plan === undefined) {
      outcomes.push({ resource, from, to, done: false, failed: true, notes: [uncertain] });
      continue;
    }
    const { kind, left } = conversionFix(plan, resource);
    const done = kind === 'safe' || request.accepts.has(kind);
    if (done) edits.push(...plan.edits);
    const notes = [...(done ? plan.changed.map(formatRemark) : [refusals[kind]]), ...left];
    outcomes.push({ resource, from, to, done, failed: !done, notes });
  }
  const converted = applyEdits(text, edits) ?? text;
  if (!mayRefer(converted, resources.length)) return { text: converted, outcomes, followed: 0 };
  const { text: after, applied } = applyFixes(
    converted,
    path,
    surfaces,
    ({ code }, fix) => {
      if (code !== 'reference-not-served' || fix.kind !== 'safe') return false;
      const { to } = request;
      return to === undefined || fix.edits.some(({ newText }) => newText.includes(formatGroupVersion(to)));
    },
    { context },
  );
  return { text: after, outcomes, followed: applied.length };
}

/** Whether a text names a group more often than its resources do for themselves: only then fields can name APIs. */
function mayRefer(text: string, resources: number): boolean {
  return (text.match(/\b(?:apiVersions?|apiGroups?|group)\b/g) ?? []).length > resources;
}

const uncertain =
  'the edits are not certain: a key is written twice, or anchors and aliases share what would have to differ';

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
