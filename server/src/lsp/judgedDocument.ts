import type { Diagnostic } from 'vscode-languageserver/node';
import { analyze } from '../analyze.ts';
import type { Analysis } from '../judge/analysis.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { type GroupedFinding, groupFindings } from '../judge/groupFindings.ts';
import type { VerdictMemo } from '../judge/verdictMemo.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { BuiltOfFile } from './builds/builtOfFile.ts';
import type { AppliedFile, DocumentTargets } from './targets.ts';
import { type ExplanationLink, toDiagnostic } from './toDiagnostic.ts';

/** One version of an open document with its results for all targets. */
export interface JudgedDocument {
  readonly uri: string;
  readonly version: number;
  /** Its path, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Everything that it is judged with. */
  readonly inputs: FileInputs;
  readonly lines: LineIndex;
  /** With the definitions of the workspace. */
  readonly targets: DocumentTargets;
  readonly diagnosed: readonly Diagnosed[];
  readonly analysis: Analysis;
  /** The build results of the file. */
  readonly built: BuiltOfFile | undefined;
  /** Where the file is applied, if known. */
  readonly applied: AppliedFile | undefined;
  /** Whether a part is still as in the previous version, and must be judged again. */
  readonly isStale: boolean;
}

/** A diagnostic with its findings. */
export interface Diagnosed {
  readonly group: GroupedFinding;
  readonly diagnostic: Diagnostic;
}

/** The input: the text of one version. */
export interface DocumentText {
  readonly uri: string;
  readonly version: number;
  readonly path: string;
  readonly text: string;
  /** The build results of the file. */
  readonly built: BuiltOfFile | undefined;
  /** Where the file is applied, if known. */
  readonly applied: AppliedFile | undefined;
}

/**
 * Judges a version of a document; `memo` has the results of previous versions, if any.
 *
 * @param targets those of the document, from its settings.
 */
export function judgeDocument(
  document: DocumentText,
  inputs: FileInputs,
  { decidedBy, configFile, problems }: DocumentTargets,
  link: ExplanationLink,
  memo: VerdictMemo | undefined,
): JudgedDocument {
  const { surfaces, severity } = inputs;
  const { text } = document;
  const lines = new LineIndex(text);
  const found = analyze(text, inputs, memo);
  const analysis = memo?.typing.complete(text, surfaces, found) ?? found;
  const diagnosed = groupFindings(analysis, severity).flatMap((group) => {
    const diagnostic = toDiagnostic(group, lines, { targetCount: surfaces.length, link, applied: document.applied });
    return diagnostic === undefined ? [] : [{ group, diagnostic }];
  });
  const targets = { surfaces, severity, decidedBy, configFile, problems };
  return { ...document, inputs, lines, targets, diagnosed, analysis, isStale: memo?.supposed.isStale === true };
}
