import type { ApiSurface } from '../catalog/surface.ts';
import { type Finding, type Fix, findingWithFixesLater, isError } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { applyEdits, offsetBefore, type TextEdit } from '../text/edit.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Verdict } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';
import { judgeResource } from './judgeResource.ts';

/** Judges the results of conversions that fix findings: see {@link judgedFix}. */
export function withConversionsJudged(
  resource: Resource,
  text: string,
  verdicts: readonly Verdict[],
  inputs: FileInputs,
): readonly Verdict[] {
  const unserved = verdicts.filter(({ availability }) => availability.state !== 'served');
  if (unserved.every(({ findings }) => findings.length === 0)) return verdicts;
  const without = new Set(unserved.map(({ surface }) => surface));
  // Targets that lack the same version propose the same conversion.
  const known = new Map<string, Fix>();
  const judgedOnce = (fix: Fix) =>
    getOrInsertComputed(known, JSON.stringify(fix), () => asFix(judgedFix(fix, resource, text, inputs, without)));
  const judged = (finding: Finding) => findingWithFixesLater(finding, () => finding.fixes().map(judgedOnce));
  return verdicts.map((verdict) =>
    unserved.includes(verdict) ? { ...verdict, findings: verdict.findings.map(judged) } : verdict,
  );
}

/** A fix with what the targets do with its result. */
export interface JudgedFix extends Fix {
  /** The titles of the fixes of its result that are a part of it, within a sentence. */
  readonly further: readonly string[];
  /** Why the targets refuse its result. */
  readonly refused: readonly string[];
}

/** A conversion as a fix; one that ends in a refused object is partial. */
export function asFix({ further, refused, ...fix }: JudgedFix): Fix {
  const title = [fix.title, ...further].join('; ');
  if (refused.length === 0) return { ...fix, title };
  const partial = fix.kind === 'partial' ? title : `${title} (needs manual changes)`;
  return { ...fix, title: partial, kind: 'partial', left: [...fix.left, ...refused] };
}

/**
 * A conversion with what the targets then do with the object: a version that a target does not serve is not validated,
 * so its other mistakes appear only after the conversion. Their safe fixes become a part of it. Other fixes are
 * unchanged.
 *
 * @param unserved the targets that do not serve the version before the conversion: what they refuse counts. Fixes of the
 * result are right for every target of the inputs.
 */
export function judgedFix(
  fix: Fix,
  resource: Resource,
  text: string,
  inputs: FileInputs,
  unserved: ReadonlySet<ApiSurface>,
): JudgedFix {
  const unchanged = { ...fix, further: [], refused: [] };
  const isWhole = [resource.part, resource.embedded, resource.inheriting].every((each) => each === undefined);
  // What a partial conversion leaves to the author already names refusals.
  if (!isWhole || fix.kind === 'partial' || !changesVersion(fix, resource)) return unchanged;
  const part = partOf(resource, text, fix.edits);
  const refusalsAfter = (edits: readonly TextEdit[]) => {
    const after = applyEdits(part.text, edits);
    return after === undefined ? [] : refusalsOf(after, inputs, unserved);
  };
  const refusals = refusalsAfter(part.edits);
  if (refusals.length === 0) return unchanged;
  const safe = refusals.flatMap((finding) => finding.fixes().find(({ kind }) => kind === 'safe') ?? []);
  const further = [...new Map(safe.map((each) => [each.title, each])).values()];
  const edits = composed(part.edits, further);
  const remaining = edits === undefined ? refusals : refusalsAfter(edits);
  return {
    ...fix,
    edits: edits === undefined ? fix.edits : moved(edits, part.start),
    further: edits === undefined ? [] : further.map(({ title }) => title.charAt(0).toLowerCase() + title.slice(1)),
    // A build may complete the object.
    refused: inputs.context.builds().length > 0 ? [] : remaining.map(({ message }) => message),
  };
}

/** Whether a fix changes the apiVersion of the resource. */
function changesVersion({ edits }: Fix, { apiVersionSpan }: Resource): boolean {
  return edits.some(({ span }) => span.start <= apiVersionSpan.start && span.end >= apiVersionSpan.end);
}

/** The text of one resource, as a document, so that others of the file are not read again. */
interface PartOfText {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  /** What to add to its offsets for those of the file. */
  readonly start: number;
}

/** The lines of a resource, with the edits in it: an item of a list keeps its indentation. */
function partOf({ root }: Resource, text: string, edits: readonly TextEdit[]): PartOfText {
  const lineStart = text.lastIndexOf('\n', root.start - 1) + 1;
  const start = Math.min(lineStart, ...edits.map(({ span }) => span.start));
  const end = Math.max(root.end, ...edits.map(({ span }) => span.end));
  const before = text.slice(start, root.start).replace(/[^\r\n]/g, ' ');
  return { text: before + text.slice(root.start, end), edits: moved(edits, -start), start };
}

function moved(edits: readonly TextEdit[], by: number): readonly TextEdit[] {
  return edits.map(({ span, newText }) => ({ span: { start: span.start + by, end: span.end + by }, newText }));
}

/** The errors of some targets on the object in a text, each once. */
function refusalsOf(text: string, inputs: FileInputs, targets: ReadonlySet<ApiSurface>): readonly Finding[] {
  const [converted] = findResources(readManifest(text)).resources;
  if (converted === undefined) return [];
  const errors = judgeResource(converted, text, inputs, undefined).flatMap(({ surface, availability, findings }) =>
    // The fix itself names the targets that do not serve the other version either.
    targets.has(surface) && availability.state === 'served' ? findings.filter(isError) : [],
  );
  return [...new Map(errors.map((finding) => [finding.message, finding])).values()];
}

/** A conversion with fixes of its result as edits of the text before it; undefined if they touch each other. */
function composed(conversion: readonly TextEdit[], further: readonly Fix[]): readonly TextEdit[] | undefined {
  const added: TextEdit[] = [];
  for (const { span, newText } of further.flatMap(({ edits }) => edits)) {
    const [start, end] = [offsetBefore(span.start, conversion), offsetBefore(span.end, conversion)];
    const isApart = conversion.every((edit) => end < edit.span.start || start > edit.span.end);
    if (end - start !== span.end - span.start || !isApart) return undefined;
    added.push({ span: { start, end }, newText });
  }
  return [...conversion, ...added];
}
