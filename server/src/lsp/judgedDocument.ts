import type { Diagnostic } from 'vscode-languageserver/node';
import type { Analysis } from '../analysis.ts';
import { analyze } from '../analyze.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import type { VerdictMemo } from '../verdictMemo.ts';
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
  /** The CustomResourceDefinitions of the file as they are committed. */
  readonly committed: OldObjects | undefined;
}

/** Judges a version of a document; `memo` has what was said of the versions before. */
export function judgeDocument(
  document: DocumentText,
  targets: DocumentTargets,
  link: ExplanationLink,
  memo: VerdictMemo,
  chart: ChartTemplates | undefined,
): JudgedDocument {
  const { path, text, context, committed } = document;
  const lines = new LineIndex(text);
  const analysis = analyze(text, path, targets.surfaces, { memo, chart, context, earlier: committed });
  const diagnosed = groupFindings(analysis, targets.severity).flatMap((group) => {
    const diagnostic = toDiagnostic(group, lines, targets.surfaces.length, link);
    return diagnostic === undefined ? [] : [{ group, diagnostic }];
  });
  return { ...document, lines, targets, diagnosed, analysis, chart };
}
