import type { ApiSurface } from './catalog/surface.ts';
import type { Defaults } from './conversion/convert.ts';
import { areRelatives } from './conversion/families.ts';
import type { ConversionOutcome, ConvertedText } from './conversion/outcome.ts';
import { type PreparedConversion, prepareConversion } from './conversion/prepareConversion.ts';
import { formatRemark } from './conversion/remarks.ts';
import { conversionTargets } from './conversion/successors.ts';
import { alreadyIn, type Unconverted, withoutConversion, withoutDestination } from './conversion/unconverted.ts';
import { conversionFix } from './conversion/versionFix.ts';
import { convertRelease } from './convertRelease.ts';
import { possibleSurfaces } from './crd/possibleSurfaces.ts';
import { findAllResources } from './embedded/findAllResources.ts';
import type { Fix } from './finding.ts';
import { applyFixes, type FixPolicy } from './fix.ts';
import { judgedFix } from './judge/convertedThenJudged.ts';
import { type FileInputs, inputsOfPatchElsewhere } from './judge/fileInputs.ts';
import { fixInBuilds } from './judge/fixesInBuilds.ts';
import { isTemplate } from './judge/prepareIn.ts';
import { prepareInTemplate, templateResources } from './judge/templateConversion.ts';
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

/** A conversion target and the accepted losses. */
export interface ConversionRequest {
  /** The version to convert to; without it, the best version that every target serves. */
  readonly to: GroupVersion | undefined;
  readonly defaults: Defaults;
  /** The accepted kinds of conversions; `safe` ones are always accepted. */
  readonly accepts: ReadonlySet<Fix['kind']>;
  /**
   * The versions that resources of the same workspace are converted to. Selections by an old version, as in a
   * kustomization, change to these; otherwise, they might no longer match.
   */
  readonly movedTo?: readonly GroupVersion[];
  /** Whether references to converted objects change as well; default true. */
  readonly follow?: boolean;
  /** Whether versions that every target serves are kept, deprecated or not. */
  readonly onlyUnserved?: boolean;
}

/**
 * Converts the resources of one file. Each is converted completely or not at all. Resources that have the requested
 * version, or whose kind lacks it, are skipped. References to APIs that the targets no longer serve change as well, also
 * those to objects in other files. Stored Helm releases are converted like files. A file that Helm skips
 * is not changed.
 */
export function convertText(text: string, fileInputs: FileInputs, request: ConversionRequest): ConvertedText {
  const inputs = fileInputs.off === undefined ? inputsOfPatchElsewhere(fileInputs) : fileInputs;
  const { file, path, context } = inputs;
  // For a project's definitions, a named release decides, not every possible one.
  const surfaces = inputs.surfaces.map((surface) => surface.named ?? surface);
  if (inputs.off !== undefined) return { text, outcomes: [], left: [], followed: 0 };
  const edits: TextEdit[] = [];
  const outcomes: ConversionOutcome[] = [];
  const left: string[] = [];
  const { chart } = inputs;
  const inTemplate = chart !== undefined && isTemplate(inputs, text);
  const resources = inTemplate
    ? templateResources(text, chart, surfaces, file)
    : findAllResources(text, file, context).resources;
  for (const resource of resources) {
    const release = convertRelease(resource, text, (stored) =>
      // Helm compares its stored release with the chart, which has the old version while it is served.
      convertText(stored, { ...inputs, file: 'manifest.yaml' }, { ...request, onlyUnserved: request.to === undefined }),
    );
    edits.push(...(release?.edits ?? []));
    outcomes.push(...(release?.outcomes ?? []));
    const groupVersion = parseGroupVersion(resource.apiVersion);
    if (groupVersion === undefined || surfaces.length === 0) continue;
    if (resource.partial !== undefined && resource.inheriting === undefined) {
      left.push('known only in part');
      continue;
    }
    // A typed list is converted with its first item.
    if (resource.inheriting?.[0] !== undefined && resource.inheriting[0].item !== resource.item) continue;
    // A patch with a `target` has no apiVersion, or one that is ignored.
    if (resource.inheriting === undefined && stringFor(resource.root, 'apiVersion') !== resource.apiVersion) continue;
    // Another file has its version, or its text cannot be edited.
    if (resource.part?.of !== undefined || resource.escaped === true) continue;
    const from = { ...groupVersion, kind: resource.kind };
    const [converting, ...others] = possibleSurfaces(from, surfaces, path).map((possibleSurface) =>
      convertResource({ resource, from, text, inTemplate, inputs }, possibleSurface, request),
    );
    if (converting === undefined) continue;
    const { to, edits: conversionEdits } = converting;
    const differs = others.some(
      (other) => JSON.stringify([other.to, other.edits]) !== JSON.stringify([to, conversionEdits]),
    );
    if (differs) outcomes.push({ resource, from, to, done: false, failed: true, notes: [disputed] });
    else {
      edits.push(...conversionEdits);
      if (converting.outcome !== undefined) outcomes.push(converting.outcome);
      if (converting.left !== undefined) left.push(converting.left);
    }
  }
  const converted = applyEdits(text, edits) ?? text;
  if (request.follow === false || !mayRefer(converted, resources.length))
    return { text: converted, outcomes, left, followed: 0 };
  const { text: after, applied } = applyFixes(converted, inputs, follows(request));
  return { text: after, outcomes, left, followed: applied.length };
}

/** The conversion of one resource: its outcome, or why there is nothing to convert. */
interface Converting {
  readonly to: GroupVersionKind | undefined;
  readonly edits: readonly TextEdit[];
  readonly outcome?: ConversionOutcome;
  readonly left?: string;
}

interface ResourceOfText {
  readonly resource: Resource;
  readonly from: GroupVersionKind;
  readonly text: string;
  readonly inTemplate: boolean;
  readonly inputs: FileInputs;
}

function convertResource(
  { resource, from, text, inTemplate, inputs }: ResourceOfText,
  surfaces: readonly ApiSurface[],
  request: ConversionRequest,
): Converting {
  const failed = (to: GroupVersionKind | undefined, note: string): Converting => ({
    to,
    edits: [],
    outcome: { resource, from, to, done: false, failed: true, notes: [note] },
  });
  const stays = ({ reason, to, ...why }: Unconverted): Converting =>
    why.failed ? failed(to, reason) : { to, edits: [], left: reason };
  const [surface] = surfaces;
  if (surface === undefined || (request.onlyUnserved === true && isServedBy(from, surfaces)))
    return { to: undefined, edits: [] };
  const { to: requested } = request;
  if (requested?.group === from.group && requested.version === from.version) return stays(alreadyIn(requested));
  const to = requested === undefined ? conversionTargets(surfaces, from)[0] : { ...requested, kind: from.kind };
  if (to === undefined) return stays(withoutDestination(from, surfaces));
  if (!areRelatives(from, to, surface)) return stays(withoutConversion(from, to, surface));
  const { conversion, reason } = inTemplate
    ? prepareInTemplate(resource, text, to, surface)
    : { conversion: prepareConversion(resource, text, to, surface, request.defaults), reason: undefined };
  if (conversion === undefined) return failed(to, reason === undefined ? uncertain : `in a template: ${reason}`);
  const selectionsFollow = request.movedTo !== undefined;
  const fix = conversionFix(conversion, resource);
  const unserved = new Set(inTemplate ? [] : surfaces.filter((each) => each.availability(from).state !== 'served'));
  const { further, refused, ...judged } = judgedFix(fix, resource, text, { ...inputs, surfaces }, unserved);
  const { kind, left, edits } = fixInBuilds(judged, resource, text, inputs.context.builds, selectionsFollow);
  const done = kind === 'safe' || request.accepts.has(kind) || movesToo(resource, conversion, request);
  const movesAlong = done && kind === 'partial';
  const stillRefused = refused.map((message) => `still refused: ${message}`);
  const changes = [...conversion.changed.map(formatRemark), ...further, ...stillRefused];
  const notes = [...(done ? changes : [refusals[kind]]), ...(movesAlong ? [] : left)];
  return { to, edits: done ? edits : [], outcome: { resource, from, to, done, failed: !done, notes } };
}

/** Whether a text names more groups than its resources have: only then, fields can refer to APIs. */
function mayRefer(text: string, resources: number): boolean {
  return (text.match(/\b(?:apiVersions?|apiGroups?|group)\b/g) ?? []).length > resources;
}

/** Whether a resource is a part of an object, such as a patch, that is converted to the same version, without losses. */
function movesToo(
  { part }: Resource,
  { to, left, lost, forced }: PreparedConversion,
  { movedTo = [] }: ConversionRequest,
): boolean {
  if (part === undefined || left.length + lost.length + forced.length > 0) return false;
  return movedTo.some(({ group, version }) => group === to.group && version === to.version);
}

/** Allows the fixes of references that belong to a conversion. */
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

/** Why a kind of conversion needs to be accepted. */
const refusals: Readonly<Record<Fix['kind'], string>> = {
  safe: '',
  forced: 'not converted without --accept-forced',
  lossy: 'not converted without --accept-lossy',
  partial: 'not converted: it needs a decision',
};

function isServedBy(gvk: GroupVersionKind, surfaces: readonly ApiSurface[]): boolean {
  return surfaces.every((surface) => surface.availability(gvk).state === 'served');
}

/** `Deployment extensions/v1beta1 -> apps/v1`, for messages. */
export function describeOutcome({ from, to }: ConversionOutcome): string {
  const origin = formatGroupVersionKind(from);
  return to === undefined ? origin : `${origin} -> ${formatGroupVersion(to)}`;
}
