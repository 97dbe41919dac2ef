import type { ApiSurface, Availability } from './catalog/surface.ts';
import type { Report, Subject } from './checks/check.ts';
import { type Extent, JudgePlan } from './checks/plan.ts';
import { checks } from './checks/registry.ts';
import { decodeObject } from './crd/decodeObject.ts';
import { installedVersion } from './crd/installed.ts';
import { isDefinition } from './crd/readDefinition.ts';
import type { JsonMap } from './crd/schema/json.ts';
import { decode } from './decode/decode.ts';
import type { Decoded } from './decode/decoded.ts';
import { type FoundInFile, findAll } from './embedded/findAll.ts';
import type { Finding } from './finding.ts';
import type { ChartTemplates } from './helm/chart.ts';
import type { Rendering } from './helm/rendered.ts';
import type { Analysis, DocumentFinding, JudgedResource, Verdict } from './judge/analysis.ts';
import { analyzeRendered } from './judge/analyzeRendered.ts';
import { analyzeTemplate } from './judge/analyzeTemplate.ts';
import { clusterFindings } from './judge/clusterFindings.ts';
import { withoutFilledIn } from './judge/filledIn.ts';
import { inItsPlace, isElsewhere, judgeSelectedPart } from './judge/judgePart.ts';
import { analyzePacked } from './judge/packedFiles.ts';
import { judgeByRivals } from './judge/rivalVerdicts.ts';
import type { VerdictMemo } from './judge/verdictMemo.ts';
import { withoutYielding } from './judge/yielding.ts';
import type { FileContext, PackedFile } from './kustomize/fileContext.ts';
import type { NotJudged, Resource, SyntaxProblem } from './manifest/manifest.ts';
import { withoutSuppressed } from './suppress/suppress.ts';
import { mayIgnoreFindings } from './suppress/suppression.ts';
import { crdSetOf } from './target/crds.ts';
import { parseGroupVersion } from './target/groupVersion.ts';
import type { OldObjects } from './update/oldObjects.ts';
import { ratchet } from './update/ratchet.ts';

/** What else an analysis may go by. */
export interface AnalyzeOptions {
  /** Judges updates of the objects that it gives; without it, and for others, creates are judged. */
  readonly oldObjects?: OldObjects | undefined;
  /** What CustomResourceDefinitions were before; without it, the stored ones of `oldObjects`. */
  readonly earlier?: OldObjects | undefined;
  /** Verdicts of earlier versions of the same file, for an editor: what has not changed is not judged again. */
  readonly memo?: VerdictMemo;
  /**
   * The file was judged before, without the definitions of custom kinds that the surfaces have now: documents of which
   * these can change little are judged {@link Analysis.partly}.
   */
  readonly again?: boolean;
  /** What the kustomizations around the file say of it. */
  readonly context?: FileContext;
  /** The file is a template of this Helm chart, and is judged as far as it is certain without rendering it. */
  readonly chart?: ChartTemplates | undefined;
  /** What became of the file when its chart was rendered, one entry a target. */
  readonly rendered?: readonly Rendering[] | undefined;
  /** Judges what kubectl noted as applied last, in annotations, as well. */
  readonly lastApplied?: boolean;
  /** The day, `YYYY-MM-DD`, by which comments of the file ignore findings; without it they ignore nothing. */
  readonly today?: string | undefined;
}

/**
 * Judges one file against every target: the façade through which the editor, the command line and all reports go, so
 * that they can never disagree. Bad input is part of the result, never an exception.
 *
 * @param path where the file lies, with `/`; some files are told by their name alone, such as `kustomization.yaml`.
 */
export function analyze(
  text: string,
  path: string,
  surfaces: readonly ApiSurface[],
  options: AnalyzeOptions = {},
): Analysis {
  const analysis = analyzeFile(text, path, surfaces, options);
  return options.today === undefined ? analysis : withoutSuppressed(analysis, options.today);
}

function analyzeFile(text: string, path: string, surfaces: readonly ApiSurface[], options: AnalyzeOptions): Analysis {
  const analysis = analyzeSource(text, path, surfaces, options);
  const { oldObjects, earlier, context: { packedFiles = [], place } = {} } = options;
  if (packedFiles.length === 0) return analysis;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const judge = (file: PackedFile) =>
    analyzeText(file.text, `${folder}${file.name}`, surfaces, {
      oldObjects,
      earlier,
      context: place === undefined ? {} : { place: place.replace(/[^\\/]*$/, file.name) },
    });
  const packed = analyzePacked(text, analysis.manifest.documents.length, packedFiles, surfaces, judge);
  return { ...analysis, packed };
}

function analyzeSource(text: string, path: string, surfaces: readonly ApiSurface[], options: AnalyzeOptions): Analysis {
  const { rendered, oldObjects, earlier, chart, context: { place } = {} } = options;
  const source = analyzeText(text, path, surfaces, options);
  if (rendered === undefined) return source;
  const context = place === undefined ? {} : { place };
  const judge = (output: string, surface: ApiSurface) =>
    analyzeText(output, path, [surface], { oldObjects, earlier, context });
  return analyzeRendered(text, path, surfaces, rendered, { source, chart, judge });
}

function analyzeText(
  text: string,
  path: string,
  surfaces: readonly ApiSurface[],
  { oldObjects, earlier = oldObjects, memo, again, context = {}, chart, lastApplied }: AnalyzeOptions,
): Analysis {
  if (chart !== undefined && text.includes('{{'))
    return analyzeTemplate(text, path, surfaces, { chart, read, place: context.place }, memo?.supposed);
  const found = findAll(text, path, context, lastApplied);
  const { manifest } = found;
  const notJudged: NotJudged[] = [...found.notJudged];
  const resources: JudgedResource[] = [];
  // What a comment ignores is known only when everything is judged.
  const mayBePartly = again === true && oldObjects === undefined && !mayIgnoreFindings(text);
  const partly = mayBePartly ? documentsOfBuiltIns(found.resources, surfaces) : undefined;
  for (const resource of found.resources) {
    const isStored = resource.part === undefined && resource.embedded === undefined;
    const old = isStored ? oldObjects?.(resource) : undefined;
    const before = isStored && isDefinition(resource) ? earlier?.(resource) : undefined;
    const extent = partly?.has(resource.document) === true ? ('definitions' as const) : ('whole' as const);
    const { place } = context;
    const around = { text, place, surfaces, extent, earlier: before === 'unknown' ? undefined : before?.resource };
    const afresh = () => surfaces.map((surface) => inItsPlace(resource, judgeChange(resource, old, surface, around)));
    const judged =
      memo === undefined || old !== undefined ? afresh() : memo.verdicts(resource, manifest, surfaces, afresh);
    const verdicts = withoutFilledIn(text, resource, judged);
    if (verdicts !== judged) notJudged.push({ document: resource.document, reason: 'template', detail: filledIn });
    resources.push({ resource, verdicts });
    if (verdicts.length > 0 && verdicts.every(({ availability }) => availability.state === 'custom')) {
      notJudged.push({ document: resource.document, reason: 'custom-resource', detail: customDetail(resource) });
    }
  }
  const documentFindings = found.problems.map(
    ({ document, problem }): DocumentFinding => ({ document, finding: syntaxError(problem) }),
  );
  for (const { root, index: document } of noResources(found, context)) {
    for (const surface of surfaces) {
      const target = surface.name;
      const own: Finding[] = [];
      for (const check of checks) check.document?.({ root, path, text, surface, context }, (one) => own.push(one));
      documentFindings.push(...withoutYielding(own).map((finding) => ({ document, finding, target })));
    }
  }
  documentFindings.push(...clusterFindings(manifest, path, surfaces));
  return { manifest, resources, documentFindings, notJudged, ...(partly === undefined ? {} : { partly }) };
}

/** The documents that are no API objects themselves: files of other tools, and JSON patches, whatever they write. */
function noResources({ manifest, notJudged }: FoundInFile, context: FileContext) {
  if (notJudged.length === 0 && context.patch === undefined) return [];
  const others = new Set(notJudged.flatMap(({ document, reason }) => (reason === 'not-a-resource' ? [document] : [])));
  return manifest.documents.flatMap(({ root, index }) =>
    root !== undefined && (others.has(index) || (context.patch !== undefined && root.kind === 'list'))
      ? [{ root, index }]
      : [],
  );
}

const customStates: ReadonlySet<Availability['state']> = new Set([
  'custom',
  'custom-kind-unknown',
  'custom-version-not-served',
]);

/** The documents with no custom resource, whose resources are told apart by their places. */
function documentsOfBuiltIns(resources: readonly Resource[], surfaces: readonly ApiSurface[]): ReadonlySet<number> {
  const documents = new Set(resources.map(({ document }) => document));
  const seen = new Set<string>();
  for (const resource of resources) {
    const { document, item, part } = resource;
    const place = `${document}/${item ?? ''}`;
    const isOther = (surface: ApiSurface) => {
      const availability = availabilityOf(resource, surface);
      return availability.state === 'served'
        ? availability.resource.custom !== undefined
        : customStates.has(availability.state);
    };
    if (part !== undefined || seen.has(place) || surfaces.some(isOther)) documents.delete(document);
    seen.add(place);
  }
  return documents;
}

/** What a resource is judged in. */
interface Around {
  readonly text: string;
  /** The absolute path of its file. */
  readonly place: string | undefined;
  /** Every target of the file. */
  readonly surfaces: readonly ApiSurface[];
  readonly extent: Extent;
  /** The resource before it was changed. */
  readonly earlier: Resource | undefined;
  /** The stored object that it is an update of. */
  readonly stored?: Resource;
}

function judgeChange(resource: Resource, old: ReturnType<OldObjects>, surface: ApiSurface, around: Around): Verdict {
  if (old === undefined) return judge(resource, surface, around);
  const verdict = judge(resource, surface, old === 'unknown' ? around : { ...around, stored: old.resource });
  const stored =
    old === 'unknown'
      ? old
      : { resource: old.resource, findings: judge(old.resource, surface, { ...around, text: old.text }).findings };
  return { ...verdict, findings: ratchet({ ...verdict, resource }, stored, surface.versions.binary) };
}

function judge(resource: Resource, surface: ApiSurface, around: Around): Verdict {
  const of = resource.part?.of;
  if (of !== undefined) return judgeSelectedPart(surface, of, (one) => judgeAs(resource, surface, around, one));
  return judgeByRivals(resource, surface, around.place, (one) => {
    const availability = availabilityOf(resource, one);
    if (isElsewhere(resource, availability)) return { surface, availability: { state: 'custom' }, findings: [] };
    return judgeAs(resource, one, around, availability);
  });
}

function judgeAs(resource: Resource, surface: ApiSurface, around: Around, availability: Availability): Verdict {
  const plan = JudgePlan.for(surface, resource.part === undefined ? around.extent : 'part');
  const { decoded, custom } = decodeFor(resource, surface, availability, plan);
  const { text, surfaces, earlier, stored } = around;
  const subject: Subject = { resource, surface, surfaces, availability, text, decoded, earlier, stored, custom };
  const findings: Finding[] = [];
  const report: Report = (finding) => {
    findings.push(finding);
  };
  // By index: until code is optimized, each step of an iterator makes an object, and hardly anything is done in one.
  const { resourceJudges } = plan;
  for (let i = 0; i < resourceJudges.length; i++) resourceJudges[i]?.(subject, report);
  // A server that cannot decode an object answers at once and never looks at what the fields say.
  if (decoded !== undefined && decoded.errors.length === 0) {
    decoded.objects.forEach(({ type, object, path, key }) => {
      const judges = plan.objectJudges(type);
      const at = { subject, path, key };
      for (let i = 0; i < judges.length; i++) judges[i]?.(object, at, report);
    });
    decoded.fields.forEach(({ field, value, path, key }) => {
      const judges = plan.fieldJudges(field);
      const at = { subject, path, key };
      for (let i = 0; i < judges.length; i++) judges[i]?.(value, at, report);
    });
  }
  if (findings.length > 1) findings.sort((a, b) => a.span.start - b.span.start);
  return { surface, availability, findings };
}

function read(resource: Resource, surface: ApiSurface) {
  const availability = availabilityOf(resource, surface);
  return { availability, ...decodeFor(resource, surface, availability, JudgePlan.for(surface, 'whole')) };
}

interface Reading {
  readonly decoded: Decoded | undefined;
  readonly custom?: JsonMap;
}

/** What the server makes of the text; nothing where it does not serve the kind or would read more than there is. */
function decodeFor(resource: Resource, surface: ApiSurface, availability: Availability, plan: JudgePlan): Reading {
  if (availability.state !== 'served' || resource.partial !== undefined) return { decoded: undefined };
  const installed = installedVersion(availability.resource);
  if (installed === undefined) {
    const type = surface.rootType(availability.resource);
    return { decoded: type === undefined ? undefined : decode(resource.root, type, plan) };
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (metadata === undefined) return { decoded: undefined };
  const { decoded, object } = decodeObject(resource.root, installed, metadata, plan);
  return { decoded, custom: object };
}

const objectMeta = 'meta.v1.ObjectMeta';

function availabilityOf({ apiVersion, kind }: Resource, surface: ApiSurface): Availability {
  const groupVersion = parseGroupVersion(apiVersion);
  return groupVersion === undefined
    ? { state: 'malformed' }
    : surface.availability({ group: groupVersion.group, version: groupVersion.version, kind });
}

function customDetail({ apiVersion, kind }: Resource): string {
  const named = apiVersion === '' ? kind : `${apiVersion} ${kind}`;
  const set = crdSetOf(parseGroupVersion(apiVersion)?.group ?? '');
  const hint =
    set === undefined ? '' : `; the target does not say which release of ${set.label} it has (crds: ${set.name})`;
  return `${named} is a custom resource whose CustomResourceDefinition is not known${hint}`;
}

const filledIn = 'It has variables that are filled in before it is sent: what they stand for was not judged';

function syntaxError({ message, remedy, span }: SyntaxProblem): Finding {
  return {
    code: 'syntax-error',
    consequence: 'undecodable',
    path: '',
    span,
    message: `This document cannot be read: ${message}`,
    why: 'The API server and kubectl read manifests as YAML 1.1 or JSON; what does not parse never reaches a resource. Other documents of the file are judged all the same.',
    remedy,
    source: 'sigs.k8s.io/yaml',
    fixes: [],
  };
}
