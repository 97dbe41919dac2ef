import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readLazily, toWrittenReport, type WrittenReport } from '../../report/writtenReport.ts';
import { sha256 } from '../disk/sha256.ts';
import type { FileOutcome } from './judgeFile.ts';

/** What decides whether a kept outcome still is the outcome, and all of it but what is printed. */
interface Head extends Omit<FileOutcome, 'report' | 'source'> {
  readonly report: WrittenReport;
  /** The digest of the definitions of each group that was asked for. */
  readonly groups: Readonly<Record<string, string>>;
}

/** An outcome as it is kept: a head in JSON, and behind it the resources and findings as reports print them. */
interface Entry {
  readonly head: string;
  readonly resources: string;
  readonly findings: string;
}

/** A store that grows beyond that, in UTF-16 units, is begun again with what the last run needed. */
const largestStore = 128 * 1024 * 1024;

/**
 * What became of files in earlier runs, by everything that they were judged with. Only its user may read the file that
 * holds it; each outcome in it has a digest, and what is broken, or of another build, is judged again.
 */
export class OutcomeStore {
  readonly #file: string | undefined;
  readonly #known = new Map<string, Entry>();
  readonly #used = new Set<string>();
  readonly #new = new Set<string>();
  #length = 0;

  /** @param file where outcomes are kept; undefined to keep them as long as this object. */
  constructor(file: string | undefined) {
    this.#file = file;
    if (file !== undefined) this.#length = readStore(file, this.#known);
  }

  /** Whether nothing is kept. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /**
   * The outcome with this key; undefined where none is kept, or definitions that it depended on are others now.
   *
   * @param digestOf the digest of the definitions of a group as they are now.
   */
  take(key: string, digestOf: (group: string) => string): FileOutcome | undefined {
    const entry = this.#known.get(key);
    if (entry === undefined) return undefined;
    const { report, groups, ...outcome }: Head = JSON.parse(entry.head);
    for (const group of Object.keys(groups)) if (digestOf(group) !== groups[group]) return undefined;
    this.#used.add(key);
    const [resources, findings] = [
      { ...report.resources, text: entry.resources },
      { ...report.findings, text: entry.findings },
    ];
    return { ...outcome, report: readLazily({ ...report, resources, findings }), source: undefined };
  }

  /** Keeps an outcome. */
  put(key: string, { report, source: _, ...outcome }: FileOutcome, groups: Readonly<Record<string, string>>): void {
    const written = toWrittenReport(report);
    const { resources, findings } = written;
    const short = { ...written, resources: { ...resources, text: '' }, findings: { ...findings, text: '' } };
    const head = JSON.stringify({ ...outcome, report: short, groups } satisfies Head);
    this.#known.set(key, { head, resources: resources.text, findings: findings.text });
    this.#new.add(key);
  }

  /** Writes what is new behind what is there. What goes wrong with that is no concern of the run. */
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

/** A line with the key, the digest and the lengths of an outcome, and the outcome behind it. */
function writtenEntry(key: string, entry: Entry | undefined): string {
  if (entry === undefined) return '';
  const { head, resources, findings } = entry;
  const body = head + resources + findings;
  return `${key} ${sha256(body)} ${head.length} ${resources.length} ${findings.length}\n${body}\n`;
}

const line = /([0-9a-f]{64}) ([0-9a-f]{64}) (\d+) (\d+) (\d+)\n/y;

/** Reads what is whole of a store, the later of two with one key, and gives its length; 0 for one to be begun again. */
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
    // Two runs that write at once, or one that was stopped: what comes behind cannot be told.
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
