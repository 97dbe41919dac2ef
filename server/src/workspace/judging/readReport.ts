import { Ajv, type ErrorObject } from 'ajv';
import schema from '../../../../schemas/report.schema.json';
import { withFileReports } from '../../report/reportEntries.ts';
import type { CountedFinding } from '../../report/summarize.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from '../../report/workspaceReport.ts';
import { entrySeparator, readLazily, type WrittenEntries } from '../../report/writtenReport.ts';
import { lazily } from '../../text/lazily.ts';
import { LineSplitter } from '../../text/lineSplitter.ts';
import { readPieces } from '../disk/readPieces.ts';
import type { TextStore } from '../disk/textStore.ts';
import { storeEntries } from './transferredOutcome.ts';

/** A report, or why it cannot be read and the remedy. */
export type ReadReport =
  | { readonly ok: true; readonly report: WorkspaceReport }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

const ajv = lazily(() => new Ajv({ allowUnionTypes: true }).addSchema(schema, 'report'));
const isReport = lazily(() => ajv().compile<WorkspaceReport>({ $ref: 'report' }));
const isResource = lazily(() => ajv().compile<ReportResource>({ $ref: 'report#/definitions/resource' }));
const isFinding = lazily(() => ajv().compile<ReportFinding>({ $ref: 'report#/definitions/finding' }));

/** Everything besides resources and findings in the layout of this program, in UTF-16 units; below the limit of strings. */
const maxRest = 256 * 1024 * 1024;

/**
 * Reads a JSON report of any size. In the layout of this program, with an entry per line, resources and findings are
 * stored in `texts` and read file by file later; a report in any other layout is parsed as a whole.
 */
export async function readReport(path: string, texts: TextStore): Promise<ReadReport> {
  const lines = new ReportLines(texts);
  const splitter = new LineSplitter(maxRest, (line) => lines.add(line));
  const failed = await readPieces(path, (piece) => splitter.push(piece));
  if (failed !== undefined) return { ok: false, ...failed };
  splitter.finish();
  return lines.report();
}

type Refusal = Extract<ReadReport, { ok: false }>;

class ReportLines {
  readonly #texts: TextStore;
  readonly #rest: string[] = [];
  #restLength = 0;
  #list: 'resources' | 'findings' | undefined;
  readonly #files: FileEntries[] = [];
  /** Equal ones are one object: there may be very many. */
  readonly #counted = new Map<string, CountedFinding>();
  #refusal: Refusal | undefined;

  constructor(texts: TextStore) {
    this.#texts = texts;
  }

  /** Adds a line, without its end; undefined if it is too long. */
  add(line: string | undefined): void {
    if (this.#refusal !== undefined) return;
    if (line === undefined) {
      this.#refusal = tooLarge;
      return;
    }
    if (this.#list === undefined || line === '],') {
      this.#list = line === '"resources": [' ? 'resources' : line === '"findings": [' ? 'findings' : undefined;
      this.#restLength += line.length;
      if (this.#restLength <= maxRest) this.#rest.push(line);
      else this.#refusal = tooLarge;
      return;
    }
    this.#addEntry(line.endsWith(',') ? line.slice(0, -1) : line, this.#list);
  }

  report(): ReadReport {
    if (this.#refusal !== undefined) return this.#refusal;
    const parsed = parse(this.#rest.join('\n'));
    if (parsed instanceof Error) return refuse(`is not JSON: ${parsed.message}`);
    if (!isReport()(parsed)) return refuseShape(isReport().errors);
    if (this.#files.length === 0) return { ok: true, report: parsed };
    const reports = this.#files.map((file) => readLazily(file.written(this.#texts)));
    const resources = lazily(() => reports.flatMap((report) => report.resources));
    const findings = lazily(() => reports.flatMap((report) => report.findings));
    const report: WorkspaceReport = Object.defineProperties(
      { ...parsed },
      { resources: { get: resources, enumerable: true }, findings: { get: findings, enumerable: true } },
    );
    return { ok: true, report: withFileReports(report, reports) };
  }

  #addEntry(text: string, list: 'resources' | 'findings'): void {
    const entry = parse(text);
    if (entry instanceof Error) {
      this.#refusal = refuse(`is not JSON: ${entry.message}`);
    } else if (list === 'resources') {
      if (isResource()(entry)) this.#fileOf(entry.file, list).add(text);
      else this.#refusal = refuseShape(isResource().errors);
    } else if (isFinding()(entry)) {
      const { file, severity, consequence, target } = entry;
      const key = `${severity} ${consequence} ${target}`;
      const counted = this.#counted.get(key) ?? { severity, consequence, target };
      this.#counted.set(key, counted);
      this.#fileOf(file, list).add(text, counted);
    } else this.#refusal = refuseShape(isFinding().errors);
  }

  #fileOf(file: string, list: 'resources' | 'findings'): FileEntries {
    const last = this.#files.at(-1);
    if (last?.file === file && last.list === list) return last;
    last?.keep(this.#texts);
    const next = new FileEntries(file, list);
    this.#files.push(next);
    return next;
  }
}

/** The neighbouring entries of a list that belong to one file. */
class FileEntries {
  readonly file: string;
  readonly list: 'resources' | 'findings';
  readonly #counted: CountedFinding[] = [];
  #lines: string[] = [];
  #entries: WrittenEntries | undefined;

  constructor(file: string, list: 'resources' | 'findings') {
    this.file = file;
    this.list = list;
  }

  add(text: string, counted?: CountedFinding): void {
    this.#lines.push(text);
    if (counted !== undefined) this.#counted.push(counted);
  }

  /** Stores the entries; there are no more. */
  keep(texts: TextStore): WrittenEntries {
    const written = { file: this.file, count: this.#lines.length, text: this.#lines.join(entrySeparator) };
    this.#entries ??= storeEntries(written, texts);
    this.#lines = [];
    return this.#entries;
  }

  written(texts: TextStore) {
    const none: WrittenEntries = { file: this.file, count: 0, text: '' };
    const lists = { resources: none, findings: none, [this.list]: this.keep(texts) };
    const share = { judged: 0, inPart: {}, notJudged: {} };
    return { documents: 0, ...lists, counted: this.#counted, notJudged: [], suppressed: 0, share };
  }
}

const tooLarge = refuse(`is larger than ${maxRest / 1024 / 1024} MB, and not in the layout that kubecompat writes`);

/** The value of a JSON text, or why it has none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function refuseShape(errors: readonly ErrorObject[] | null | undefined): Refusal {
  const [first] = errors ?? [];
  const where = first === undefined || first.instancePath === '' ? '' : ` at ${first.instancePath}`;
  return refuse(`is not a JSON report: it ${first?.message ?? 'has another structure'}${where}`, ' of this version');
}

function refuse(message: string, which = ''): Refusal {
  return { ok: false, message, remedy: `name a JSON report${which}` };
}
