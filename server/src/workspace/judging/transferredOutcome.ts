import type { FileReport } from '../../report/buildReport.ts';
import { readLazily, toWrittenReport, type WrittenEntries, type WrittenReport } from '../../report/writtenReport.ts';
import type { StoredText, TextStore } from '../disk/textStore.ts';
import type { FileOutcome, JudgedOutcome } from './judgeFile.ts';

/** The outcome of a file, as transferred between threads. */
export interface TransferredOutcome extends Omit<JudgedOutcome, 'report'> {
  readonly report: WrittenReport;
}

/** Converts an outcome for the transfer. */
export function toTransferredOutcome(outcome: JudgedOutcome): TransferredOutcome {
  return { ...outcome, report: toWrittenReport(outcome.report) };
}

/** Converts a transferred outcome; everything that grows with the findings is stored as texts. */
export function fromTransferredOutcome(
  { report, source, defined, reads, problem }: TransferredOutcome,
  texts: TextStore,
): FileOutcome {
  // Written out: the objects that a spread of a clone makes share no layout, which takes 0.4 kB each.
  return {
    report: readLazily(new KeptReport(report, texts)),
    source: source === undefined ? undefined : texts.store(source),
    defined,
    reads,
    problem,
  };
}

/** A report whose entries are stored as texts. */
export function storeReport(report: FileReport, texts: TextStore): FileReport {
  return readLazily(new KeptReport(toWrittenReport(report), texts));
}

/**
 * The same of this thread. Strings of an analysis are parts of the text of the file, which they would keep in memory; a
 * copy has its own. Entries are written texts, which are stored.
 */
export function detachOutcome(outcome: JudgedOutcome, texts: TextStore): FileOutcome {
  const { report, source, ...others } = toTransferredOutcome(outcome);
  const { notJudged, ...rest } = structuredClone({ notJudged: report.notJudged, ...others });
  return fromTransferredOutcome({ report: { ...report, notJudged }, source, ...rest }, texts);
}

/** The report of a file, whose entries and counts are stored until the run ends. */
class KeptReport implements WrittenReport {
  readonly documents: number;
  readonly resources: WrittenEntries;
  readonly findings: WrittenEntries;
  readonly notJudged: WrittenReport['notJudged'];
  readonly suppressed: number;
  readonly share: WrittenReport['share'];
  readonly #counted: StoredText | undefined;

  constructor(
    { documents, resources, findings, counted, notJudged, suppressed, share }: WrittenReport,
    texts: TextStore,
  ) {
    this.documents = documents;
    this.resources = storeEntries(resources, texts);
    this.findings = storeEntries(findings, texts);
    this.#counted = counted.length === 0 ? undefined : texts.store(JSON.stringify(counted));
    this.notJudged = notJudged;
    this.suppressed = suppressed;
    this.share = share;
  }

  get counted(): WrittenReport['counted'] {
    return this.#counted === undefined ? [] : JSON.parse(this.#counted());
  }
}

/** Entries whose text is stored until the run ends. */
export function storeEntries(entries: WrittenEntries, texts: TextStore): WrittenEntries {
  return entries.count === 0 ? entries : new KeptEntries(entries, texts);
}

/** Entries whose text is loaded on demand. */
class KeptEntries implements WrittenEntries {
  readonly file: string;
  readonly count: number;
  readonly #text: StoredText;

  constructor({ file, count, text }: WrittenEntries, texts: TextStore) {
    this.file = file;
    this.count = count;
    this.#text = texts.store(text);
  }

  get text(): string {
    return this.#text();
  }
}
