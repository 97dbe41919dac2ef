import { analyze } from '../analyze.ts';
import { type FileReport, reportFile } from '../report/buildReport.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import type { DecodedBytes } from './decodeBytes.ts';
import type { FileSettings } from './targetSelection.ts';

/** What became of a file: its part of the report, and what people should be told. Plain data. */
export interface FileOutcome {
  readonly report: FileReport;
  /** The text, where it was asked for and there are findings to show in it. */
  readonly source: string | undefined;
  /** Why it could not be judged, and what to do about that. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/** Judges what was read of a file. Whatever goes wrong concerns this file alone. */
export function judgeFile(
  file: string,
  content: DecodedBytes,
  { surfaces, severity }: FileSettings,
  keepSource: boolean,
  oldObjects?: OldObjects,
): FileOutcome {
  if (!content.ok) return notJudged(file, 'unreadable', content.message, content.remedy);
  try {
    const report = reportFile({
      file,
      analysis: analyze(content.text, file, surfaces, { oldObjects }),
      surfaces,
      severity,
    });
    const source = keepSource && report.findings.length > 0 ? content.text : undefined;
    return { report, source, problem: undefined };
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
  const report = { documents: 0, resources: [], findings: [], notJudged: [{ file, reason, detail: message }] };
  return { report, source: undefined, problem: { message, remedy } };
}
