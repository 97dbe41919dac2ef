import type { Diagnostic } from 'vscode-languageserver/node';
import { analyze } from '../analyze.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import type { Rendering } from '../helm/rendered.ts';
import type { Analysis } from '../judge/analysis.ts';
import type { VerdictMemo } from '../judge/verdictMemo.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { withoutSuppressed } from '../suppress/suppress.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import { withAdded } from '../workspace/judging/sourceFile.ts';
import { addedTo, type BuiltOfFile } from './builds/builtOfFile.ts';
import { type GroupedFinding, groupFindings } from './groupFindings.ts';
import type { DocumentTargets } from './targets.ts';
import { type ExplanationLink, toDiagnostic } from './toDiagnostic.ts';

/** One version of an open document with everything its targets have to say. */
export interface JudgedDocument {
  readonly uri: string;
  readonly version: number;
  /** The path as the façade wants it: with `/`. */
  readonly path: string;
  readonly text: string;
  /** What the kustomizations around it say of it. */
  readonly context: FileContext;
  readonly lines: LineIndex;
  readonly targets: DocumentTargets;
  readonly diagnosed: readonly Diagnosed[];
  readonly analysis: Analysis;
  /** The Helm chart that the document is a template of. */
  readonly chart: ChartTemplates | undefined;
  /** What became of the file when its chart was rendered. */
  readonly rendered: readonly Rendering[] | undefined;
  /** What builds of kustomizations say of the file. */
  readonly built: BuiltOfFile | undefined;
  /** Something of it is as it was said of the version before, and is still to be judged. */
  readonly isBehind: boolean;
}

/** A diagnostic with the findings that it stands for. */
export interface Diagnosed {
  readonly group: GroupedFinding;
  readonly diagnostic: Diagnostic;
}

/** What is judged: the text of one version. */
export interface DocumentText {
  readonly uri: string;
  readonly version: number;
  readonly path: string;
  readonly text: string;
  /** What the kustomizations around it say of it. */
  readonly context: FileContext;
  /** What became of the file when its chart was rendered. */
  readonly rendered: readonly Rendering[] | undefined;
  /** What builds of kustomizations say of the file. */
  readonly built: BuiltOfFile | undefined;
  /** The CustomResourceDefinitions of the file as they are committed. */
  readonly committed: OldObjects | undefined;
}

/**
 * Judges a version of a document; `memo` has what was said of the versions before, if there are any.
 *
 * @param today `YYYY-MM-DD`, by which comments ignore findings.
 */
export function judgeDocument(
  document: DocumentText,
  targets: DocumentTargets,
  link: ExplanationLink,
  memo: VerdictMemo | undefined,
  chart: ChartTemplates | undefined,
  today: string,
): JudgedDocument {
  const { path, text, context, committed, rendered, built } = document;
  const lines = new LineIndex(text);
  const options = { chart, context, earlier: committed, ...(memo === undefined ? {} : { memo }) };
  const asItStands = analyze(text, path, targets.surfaces, options);
  const judged =
    rendered === undefined
      ? asItStands
      : withRendered(asItStands, analyze(text, path, targets.surfaces, { ...options, rendered }));
  const analysis = withoutSuppressed(withAdded(judged, addedTo(text, built)), today);
  const diagnosed = groupFindings(analysis, targets.severity).flatMap((group) => {
    const diagnostic = toDiagnostic(group, lines, targets.surfaces.length, link);
    return diagnostic === undefined ? [] : [{ group, diagnostic }];
  });
  const isBehind = memo?.supposed.isBehind === true;
  return { ...document, lines, targets, diagnosed, analysis, chart, isBehind };
}

/** What a chart's values leave out is worth to be seen in an editor too. What both say is said once. */
function withRendered(asItStands: Analysis, rendered: Analysis): Analysis {
  return { ...rendered, resources: [...asItStands.resources, ...rendered.resources] };
}
