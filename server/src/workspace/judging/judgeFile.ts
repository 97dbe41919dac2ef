import { analyze } from '../../analyze.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { type DefinedKind, definedKinds } from '../definitions/definedKinds.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Workspace } from '../model/workspace.ts';

/** What became of a file: its part of the report, and what people should be told. Plain data. */
export interface FileOutcome {
  readonly report: FileReport;
  /** The text, where it was asked for and there are findings to show in it. */
  readonly source: string | undefined;
  /** The kinds that it has CustomResourceDefinitions of. */
  readonly defined: readonly DefinedKind[];
  /** Whether comments of the file ignore findings: what they ignore is known only where it is found. */
  readonly ignores: boolean;
  /** Why it could not be judged, and what to do about that. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/**
 * Judges a file of a workspace; undefined where its configuration is refused. Whatever goes wrong concerns this file alone.
 *
 * @param keepSource keeps the text of a file with findings.
 */
export function judgeFile(
  { path, file }: FoundFile,
  workspace: Workspace,
  keepSource: boolean,
): FileOutcome | undefined {
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
    // Of definitions there may be more to say when all files are known.
    const source = keepSource && report.findings.length + defined.length > 0 ? content.text : undefined;
    return { report, source, defined, ignores: analysis.suppressed !== undefined, problem: undefined };
  } catch (error) {
    // The analysis throws on no input; should it do so all the same, the other files are still judged.
    const what = error instanceof Error ? error.message : String(error);
    const message = `could not be judged because of a mistake in kubecompat: ${what}`;
    return notJudged(file, 'internal-error', message, 'please report it, with the file if you may share it');
  }
}

/** What becomes of a file that cannot be read. */
export function unreadable(file: string, { message, remedy }: Unread): FileOutcome {
  return notJudged(file, 'unreadable', message, remedy);
}

type Unread = Extract<DecodedBytes, { readonly ok: false }>;

function notJudged(
  file: string,
  reason: 'unreadable' | 'internal-error',
  message: string,
  remedy: string,
): FileOutcome {
  const report = {
    documents: 0,
    resources: [],
    findings: [],
    notJudged: [{ file, reason, detail: message }],
    suppressed: 0,
  };
  return { report, source: undefined, defined: [], ignores: false, problem: { message, remedy } };
}
