import { type AnalyzeOptions, analyze } from '../../analyze.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { type CustomKindsOfFile, customKindsOf, noCustomKinds } from '../definitions/customKinds.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import type { FileSettings } from '../settings/targetSelection.ts';

/** What became of a file: its part of the report, and what people should be told. Plain data. */
export interface FileOutcome {
  readonly report: FileReport;
  /** The text, where it was asked for and there are findings to show in it, or may be. */
  readonly source: string | undefined;
  readonly customKinds: CustomKindsOfFile;
  /** The documents of a second look that were judged in part. */
  readonly partly?: ReadonlySet<number>;
  /** Why it could not be judged, and what to do about that. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/**
 * Judges what was read of a file. Whatever goes wrong concerns this file alone.
 */
export function judgeFile(
  file: string,
  content: DecodedBytes,
  settings: FileSettings,
  keepSource: boolean,
  options: AnalyzeOptions,
): FileOutcome {
  if (!content.ok) return notJudged(file, 'unreadable', content.message, content.remedy);
  try {
    const analysis = analyze(content.text, file, settings.surfaces, options);
    const lines = new LineIndex(content.text);
    const report = reportFile({ file, analysis, lines, ...settings });
    const { partly } = analysis;
    const alone = options.again !== true && options.oldObjects === undefined;
    const customKinds = customKindsOf({ analysis, lines, settings, alone });
    // Of definitions there may be more to say when all files are known.
    const isShown = report.findings.length + customKinds.defined.length > 0;
    const source = keepSource && isShown ? content.text : undefined;
    const outcome = { report, source, customKinds, problem: undefined };
    return partly === undefined ? outcome : { ...outcome, partly };
  } catch (error) {
    // The analysis throws on no input; should it do so all the same, the other files are still judged.
    const what = error instanceof Error ? error.message : String(error);
    const message = `could not be judged because of a mistake in kubecompat: ${what}`;
    return notJudged(file, 'internal-error', message, 'please report it, with the file if you may share it');
  }
}

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
  return { report, source: undefined, customKinds: noCustomKinds, problem: { message, remedy } };
}
