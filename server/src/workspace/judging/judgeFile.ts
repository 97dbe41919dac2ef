import { analyze } from '../../analyze.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { countNotJudged } from '../../report/coverage.ts';
import { type ExcerptPlace, writeExcerptText } from '../../report/excerpt.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { type DefinedKind, definedKinds } from '../definitions/definedKinds.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import type { FoundFile } from '../disk/discover.ts';
import { sha256 } from '../disk/sha256.ts';
import type { Workspace } from '../model/workspace.ts';

/** What is wanted of a file besides its report. */
export interface KeepOptions {
  /** What excerpts show of it, where there is something to show. */
  readonly source: boolean;
  /** What tells the text that was judged. */
  readonly digest: boolean;
}

/** What became of a file: its part of the report, and what people should be told. */
export interface FileOutcome extends Omit<JudgedOutcome, 'source'> {
  /** What excerpts show of the text, fetched when it is asked for; undefined where nothing is shown. */
  readonly source: (() => string | undefined) | undefined;
}

/** What became of a file that was just judged. Plain data. */
export interface JudgedOutcome {
  readonly report: FileReport;
  /** What excerpts show of the text, written, where it was asked for and there is something to show. */
  readonly source: string | undefined;
  /** The kinds that it has CustomResourceDefinitions of. */
  readonly defined: readonly DefinedKind[];
  /** The groups whose definitions it depended on, `*` for all. */
  readonly asked: readonly string[];
  /** What tells the text that was judged, where it was asked for. */
  readonly digest: string | undefined;
  /** Why it could not be judged, and what to do about that. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/**
 * Judges a file of a workspace; undefined where its configuration is refused. Whatever goes wrong concerns this file alone.
 *
 * @param keep what else is wanted of it.
 */
export function judgeFile(
  { path, file }: FoundFile,
  workspace: Workspace,
  keep: KeepOptions,
): JudgedOutcome | undefined {
  const content = workspace.textOf(path);
  if (!content.ok) return unreadable(file, content);
  workspace.takeAsked();
  try {
    const inputs = workspace.inputsOf(path);
    if (inputs === undefined) return undefined;
    const { surfaces, severity } = inputs;
    const lines = new LineIndex(content.text);
    const analysis = analyze(content.text, inputs);
    const report = reportFile({ file, analysis, lines, surfaces, severity });
    const defined = definedKinds({ analysis, lines, surfaces });
    const source = keep.source ? sourceToShow(content.text, report, defined) : undefined;
    const asked = workspace.takeAsked();
    const digest = keep.digest ? sha256(content.text) : undefined;
    return { report, source, defined, asked, digest, problem: undefined };
  } catch (error) {
    // The analysis throws on no input; should it do so all the same, the other files are still judged.
    const what = error instanceof Error ? error.message : String(error);
    const message = `could not be checked because of a bug in kubecompat: ${what}`;
    return notJudged(file, 'internal-error', message, 'please report it, with the file if you can share it');
  }
}

/** What excerpts show of a text; undefined where there is nothing to show. */
export function sourceToShow(
  text: string,
  { findings }: FileReport,
  defined: readonly DefinedKind[],
): string | undefined {
  // Of definitions there may be more to say when all files are known.
  const ofDefinitions = defined.flatMap(({ ifShadowed }): readonly ExcerptPlace[] => {
    if (ifShadowed === undefined) return [];
    const { span, range } = ifShadowed;
    return [{ offset: [span.start, span.end], range }];
  });
  const places = [...findings, ...ofDefinitions];
  return places.length === 0 ? undefined : writeExcerptText(text, places);
}

/** What becomes of a file that cannot be read. */
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
    asked: [],
    digest: undefined,
    problem: { message, remedy },
  };
}
