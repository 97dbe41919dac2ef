import type { FileReport } from '../../report/buildReport.ts';
import { readLazily, toWrittenReport, type WrittenEntries, type WrittenReport } from '../../report/writtenReport.ts';
import type { KeptText, KeptTexts } from '../disk/keptTexts.ts';
import type { FileOutcome, JudgedOutcome } from './judgeFile.ts';

/** The outcome of a file, as handed between threads. */
export interface HandedOutcome extends Omit<JudgedOutcome, 'report'> {
  readonly report: WrittenReport;
}

/** Converts an outcome for handing over. */
export function toHandedOutcome(outcome: JudgedOutcome): HandedOutcome {
  return { ...outcome, report: toWrittenReport(outcome.report) };
}

/** Converts a handed-over outcome; everything that grows with the findings is stored as texts. */
export function fromHandedOutcome(
  { report, source, defined, asked, digest, problem }: HandedOutcome,
  texts: KeptTexts,
): FileOutcome {
  // Written out: the objects that a spread of a clone makes share no layout, which takes 0.4 kB each.
  return {
    report: readLazily(new KeptReport(report, texts)),
    source: source === undefined ? undefined : texts.keep(source),
    defined,
    asked,
    digest,
    problem,
  };
}

/** A report whose entries are stored as texts. */
export function keepReport(report: FileReport, texts: KeptTexts): FileReport {
  return readLazily(new KeptReport(toWrittenReport(report), texts));
}

/**
 * The same of this thread. Strings of an analysis are parts of the text of the file, which they would keep in memory; a
 * copy has its own.
 */
export function detachOutcome(outcome: JudgedOutcome, texts: KeptTexts): FileOutcome {
  return fromHandedOutcome(structuredClone(toHandedOutcome(outcome)), texts);
}

/** The report of a file, whose entries and counts are stored until the run ends. */
class KeptReport implements WrittenReport {
  readonly documents: number;
  readonly resources: WrittenEntries;
  readonly findings: WrittenEntries;
  readonly notJudged: WrittenReport['notJudged'];
  readonly suppressed: number;
  readonly share: WrittenReport['share'];
  readonly #counted: KeptText | undefined;

  constructor(
    { documents, resources, findings, counted, notJudged, suppressed, share }: WrittenReport,
    texts: KeptTexts,
  ) {
    this.documents = documents;
    this.resources = keepEntries(resources, texts);
    this.findings = keepEntries(findings, texts);
    this.#counted = counted.length === 0 ? undefined : texts.keep(JSON.stringify(counted));
    this.notJudged = notJudged;
    this.suppressed = suppressed;
    this.share = share;
  }

  get counted(): WrittenReport['counted'] {
    return this.#counted === undefined ? [] : JSON.parse(this.#counted());
  }
}

/** Entries whose text is stored until the run ends. */
export function keepEntries(entries: WrittenEntries, texts: KeptTexts): WrittenEntries {
  return entries.count === 0 ? entries : new KeptEntries(entries, texts);
}

/** Entries whose text is loaded on demand. */
class KeptEntries implements WrittenEntries {
  readonly file: string;
  readonly count: number;
  readonly #text: KeptText;

  constructor({ file, count, text }: WrittenEntries, texts: KeptTexts) {
    this.file = file;
    this.count = count;
    this.#text = texts.keep(text);
  }

  get text(): string {
    return this.#text();
  }
}
