import { inWriting, readWhenAsked, type WrittenReport } from '../../report/writtenReport.ts';
import type { FileOutcome } from './judgeFile.ts';

/** What became of a file, as one thread hands it to another. */
export interface HandedOutcome extends Omit<FileOutcome, 'report'> {
  readonly report: WrittenReport;
}

/** What a thread hands over of a file. */
export function handOver(outcome: FileOutcome): HandedOutcome {
  return { ...outcome, report: inWriting(outcome.report) };
}

/** What another thread has handed over. */
export function takeOver(handed: HandedOutcome): FileOutcome {
  return { ...handed, report: readWhenAsked(handed.report) };
}
