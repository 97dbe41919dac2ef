import type { ApiSurface } from '../catalog/surface.ts';
import { findingWithFixesLater } from '../finding.ts';
import type { PackedFile } from '../kustomize/fileContext.ts';
import type { Span } from '../text/span.ts';
import type { Analysis, DocumentFinding, JudgedResource, PackedAnalysis } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';
import { inputsWithin } from './inputsWithoutContext.ts';
import { judgeText } from './judgeText.ts';

/** The last analysis of each packed file; archives rarely change. */
const known = new WeakMap<PackedFile, { readonly surfaces: readonly ApiSurface[]; readonly analysis: Analysis }>();

/** Adds the findings in files inside referenced archives, reported at the first line with content. */
export function withPacked(text: string, analysis: Analysis, inputs: FileInputs): Analysis {
  const { context, surfaces } = inputs;
  if (context.packedFiles.length === 0) return analysis;
  const documents = analysis.manifest.documents.length;
  const judge = ({ name, text: packed }: PackedFile) =>
    judgeText(
      packed,
      inputsWithin(inputs, inputs.path && siblingPath(inputs.path, name), siblingPath(inputs.file, name)),
    );
  return { ...analysis, packed: analyzePacked(text, documents, context.packedFiles, surfaces, judge) };
}

/** The path of a name in the folder of a file. */
function siblingPath(path: string, name: string): string {
  return path.replace(/[^\\/]*$/, () => name);
}

/**
 * @param text the text of the referencing file.
 * @param documents the number of documents in that file.
 * @param judge judges one text.
 */
function analyzePacked(
  text: string,
  documents: number,
  files: readonly PackedFile[],
  surfaces: readonly ApiSurface[],
  judge: (file: PackedFile) => Analysis,
): PackedAnalysis {
  // Below comments: a suppression there covers this line.
  const line = /^(?![ \t]*(?:#|---|\r?$)).+/m.exec(text);
  const start = line?.index ?? 0;
  const span = { start, end: start + (line?.[0].trimEnd().length ?? 0) };
  const parts: PackedAnalysis[] = [];
  let firstDocument = documents;
  for (const file of files) {
    const before = known.get(file);
    const isSame = before?.surfaces.every((surface, index) => surface === surfaces[index]) === true;
    const analysis = isSame && before.surfaces.length === surfaces.length ? before.analysis : judge(file);
    known.set(file, { surfaces, analysis });
    parts.push(placedAnalysis(analysis, file.name, firstDocument, span));
    firstDocument += analysis.manifest.documents.length;
  }
  return {
    documents: firstDocument - documents,
    resources: parts.flatMap(({ resources }) => resources),
    documentFindings: parts.flatMap(({ documentFindings }) => documentFindings),
    notJudged: parts.flatMap(({ notJudged }) => notJudged),
  };
}

function placedAnalysis(analysis: Analysis, name: string, firstDocument: number, span: Span): PackedAnalysis {
  const moved = (finding: DocumentFinding['finding']) => {
    const why = `${finding.why} It is in ${name}.`;
    return findingWithFixesLater(finding, () => [], { why, span });
  };
  const resources = analysis.resources.map((judged): JudgedResource => {
    const inPackedFile = {
      ...judged.resource,
      document: judged.resource.document + firstDocument,
      apiVersionSpan: span,
      kindSpan: span,
    };
    return {
      ...judged,
      resource: inPackedFile,
      verdicts: judged.verdicts.map((verdict) => ({ ...verdict, findings: verdict.findings.map(moved) })),
    };
  });
  return {
    documents: analysis.manifest.documents.length,
    resources,
    documentFindings: analysis.documentFindings.map((documentFinding) => ({
      ...documentFinding,
      document: documentFinding.document + firstDocument,
      finding: moved(documentFinding.finding),
    })),
    notJudged: analysis.notJudged.map((notJudged) => ({
      ...notJudged,
      document: notJudged.document + firstDocument,
      detail: `${name}: ${notJudged.detail}`,
    })),
  };
}
