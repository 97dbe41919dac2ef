import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readLazily, toWrittenReport, type WrittenReport } from '../../report/writtenReport.ts';
import { areValid } from '../disk/plainReads.ts';
import { sha256 } from '../ground/sha256.ts';
import type { FileOutcome } from './judgeFile.ts';

/** The part of a stored outcome that decides whether it is still valid, and everything that is not printed. */
interface Head extends Omit<FileOutcome, 'report' | 'source'> {
  readonly report: WrittenReport;
}

/** A stored outcome: a head in JSON, followed by the resources and findings as reports print them. */
interface Entry {
  readonly head: string;
  readonly resources: string;
  readonly findings: string;
}

/** A larger store, in UTF-16 units, is rewritten with the outcomes of the last run. */
const largestStore = 128 * 1024 * 1024;

/**
 * The outcomes of earlier runs, each valid as long as all that was read for it reads the same. Only its user may read the file; each outcome has a digest, and
 * broken ones or those of another build are judged again.
 */
export class OutcomeStore {
  readonly #file: string | undefined;
  readonly #known = new Map<string, Entry>();
  readonly #used = new Set<string>();
  readonly #new = new Set<string>();
  #length = 0;

  /** @param file the file that stores outcomes; undefined to keep them in memory. */
  constructor(file: string | undefined) {
    this.#file = file;
    if (file !== undefined) this.#length = readStore(file, this.#known);
  }

  /** Whether it is empty. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** The valid outcome with this key; undefined if there is none. */
  take(key: string): FileOutcome | undefined {
    const entry = this.#known.get(key);
    if (entry === undefined) return undefined;
    const { report, ...outcome }: Head = JSON.parse(entry.head);
    if (!areValid(outcome.reads)) return undefined;
    this.#used.add(key);
    const [resources, findings] = [
      { ...report.resources, text: entry.resources },
      { ...report.findings, text: entry.findings },
    ];
    return { ...outcome, report: readLazily({ ...report, resources, findings }), source: undefined };
  }

  /** Keeps an outcome. */
  put(key: string, { report, source: _, ...outcome }: FileOutcome): void {
    const written = toWrittenReport(report);
    const { resources, findings } = written;
    const short = { ...written, resources: { ...resources, text: '' }, findings: { ...findings, text: '' } };
    const head = JSON.stringify({ ...outcome, report: short } satisfies Head);
    this.#known.set(key, { head, resources: resources.text, findings: findings.text });
    this.#new.add(key);
  }

  /** Appends new outcomes. Failures are ignored. */
  save(): void {
    if (this.#file !== undefined && this.#new.size > 0) this.#write(this.#file);
    this.#new.clear();
    this.#used.clear();
  }

  #write(file: string): void {
    const written = (keys: Iterable<string>) =>
      [...keys].map((key) => writtenEntry(key, this.#known.get(key))).join('');
    const more = written(this.#new);
    let temporary: string | undefined;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (this.#length > 0 && this.#length + more.length <= largestStore) appendFileSync(file, more);
      else {
        temporary = `${file}.${process.pid}.tmp`;
        writeFileSync(temporary, written(new Set([...this.#used, ...this.#new])), { mode: 0o600, flag: 'wx' });
        renameSync(temporary, file);
      }
    } catch {
      if (temporary !== undefined) rmSync(temporary, { force: true });
    }
  }
}

/** A line with the key, the digest and the lengths of an outcome, followed by the outcome. */
function writtenEntry(key: string, entry: Entry | undefined): string {
  if (entry === undefined) return '';
  const { head, resources, findings } = entry;
  const body = head + resources + findings;
  return `${key} ${sha256(body)} ${head.length} ${resources.length} ${findings.length}\n${body}\n`;
}

const line = /([0-9a-f]{64}) ([0-9a-f]{64}) (\d+) (\d+) (\d+)\n/y;

/** Reads the valid part of a store, the later of two with one key, and returns its length; 0 to rewrite it. */
function readStore(file: string, known: Map<string, Entry>): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return 0;
  }
  let at = 0;
  while (at < text.length) {
    line.lastIndex = at;
    const found = line.exec(text);
    const [, key = '', digest, ...lengths] = found ?? [];
    const start = line.lastIndex;
    const [head = 0, resources = 0, findings = 0] = lengths.map(Number);
    const end = start + head + resources + findings;
    // After concurrent or interrupted runs, the rest is invalid.
    if (found === null || sha256(text.slice(start, end)) !== digest) return 0;
    known.set(key, {
      head: text.slice(start, start + head),
      resources: text.slice(start + head, start + head + resources),
      findings: text.slice(start + head + resources, end),
    });
    at = end + 1;
  }
  return text.length;
}
