import { analyze } from '../../analyze.ts';
import { withoutSecretContents } from '../../embedded/secretContents.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { countNotJudged } from '../../report/coverage.ts';
import { type ExcerptPosition, writeExcerptText } from '../../report/excerpt.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { type DefinedKind, definedKinds } from '../definitions/definedKinds.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import type { FoundFile } from '../disk/discover.ts';
import { recorded } from '../disk/plainReads.ts';
import type { PlainRead } from '../ground/graph.ts';
import type { Workspace } from '../model/workspace.ts';

/** Optional outputs for a file besides its report. */
export interface KeepOptions {
  /** Whether to keep its text for excerpts, if it has findings. */
  readonly source: boolean;
  /** Whether to record what is read for it, for later runs. */
  readonly reads: boolean;
}

/** The outcome of a file: its part of the report, and messages for people. */
export interface FileOutcome extends Omit<JudgedOutcome, 'source'> {
  /** The text for excerpts, loaded on demand; undefined without findings. */
  readonly source: (() => string | undefined) | undefined;
}

/** The outcome of a file that was just judged. Plain data. */
export interface JudgedOutcome {
  readonly report: FileReport;
  /** The text for excerpts, if requested and needed. */
  readonly source: string | undefined;
  /** The kinds that it has CustomResourceDefinitions of. */
  readonly defined: readonly DefinedKind[];
  /** What was read for it, if requested. */
  readonly reads: readonly PlainRead[];
  /** Why it could not be judged, with the remedy. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/**
 * Judges a file of a workspace; undefined if its configuration is refused. Failures affect only this file.
 *
 * @param keep optional outputs.
 */
export function judgeFile(found: FoundFile, workspace: Workspace, keep: KeepOptions): JudgedOutcome | undefined {
  if (!keep.reads) return judged(found, workspace, keep);
  const { result, reads } = recorded(() => judged(found, workspace, keep));
  return result && { ...result, reads };
}

function judged({ path, file }: FoundFile, workspace: Workspace, keep: KeepOptions): JudgedOutcome | undefined {
  const content = workspace.textOf(path);
  if (!content.ok) return unreadable(file, content);
  try {
    const inputs = workspace.inputsOf(path);
    if (inputs === undefined) return undefined;
    const { surfaces, severity } = inputs;
    const lines = new LineIndex(content.text);
    const analysis = analyze(content.text, inputs);
    const report = reportFile({ file, analysis, lines, surfaces, severity });
    const defined = definedKinds({ analysis, lines, surfaces });
    // The documents of a template are those of its outputs.
    const read = inputs.chart === undefined ? analysis.manifest : undefined;
    const source = keep.source ? excerptSource(content.text, report, defined, read) : undefined;
    return { report, source, defined, reads: [], problem: undefined };
  } catch (error) {
    // The analysis should never throw; if it does, the other files are still judged.
    const what = error instanceof Error ? error.message : String(error);
    const message = `could not be checked because of a bug in kubecompat: ${what}`;
    return notJudged(file, 'internal-error', message, 'please report it, with the file if you can share it');
  }
}

/** The part of a text for excerpts; undefined without findings. @param read the text as it was read, if it was. */
export function excerptSource(
  text: string,
  { findings }: FileReport,
  defined: readonly DefinedKind[],
  read?: Manifest,
): string | undefined {
  // Definitions may get more findings once all files are known.
  const ofDefinitions = defined.flatMap(({ ifShadowed }): readonly ExcerptPosition[] => {
    if (ifShadowed === undefined) return [];
    const { span, range } = ifShadowed;
    return [{ offset: [span.start, span.end], range }];
  });
  const positions = [...findings, ...ofDefinitions];
  return positions.length === 0 ? undefined : writeExcerptText(withoutSecretContents(text, read), positions);
}

/** The outcome of an unreadable file. */
export function unreadable(file: string, { message, remedy }: Unread): JudgedOutcome {
  return notJudged(file, 'unreadable', message, remedy);
}

type Unread = Extract<DecodedBytes, { readonly ok: false }>;

function notJudged(
  file: string,
  reason: 'unreadable' | 'internal-error',
  message: string,
  remedy: string,
): JudgedOutcome {
  const report = {
    documents: 0,
    resources: [],
    findings: [],
    notJudged: [{ file, reason, detail: message }],
    suppressed: 0,
    share: countNotJudged(reason),
  };
  return {
    report,
    source: undefined,
    defined: [],
    reads: [],
    problem: { message, remedy },
  };
}
