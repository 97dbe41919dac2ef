import { addCounts } from '../../report/coverage.ts';
import { reportShare } from '../../report/share.ts';
import type { ReportShare } from '../../report/workspaceReport.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { BuildToRun } from '../builds/buildToRun.ts';
import type { BuiltOfFile } from '../builds/builtOfFile.ts';
import { type ClosedFileWorker, startWorkers } from './closedFileWorkers.ts';
import type { BuildToJudge, ClosedFile, ClosedOutcome, Environment, JudgedFile, Search } from './environment.ts';

/** The number of files handed out at a time: small, so that a saved file is judged soon. */
const handful = 16;

/** After this many files, a thread's memory is freed. */
const manyFiles = 500;

/** The state of a file that is not open. */
interface Known {
  readonly digest: string;
  readonly outcome: ClosedOutcome;
}

/** The progress of judging. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The callbacks of closed files. */
export interface Listener {
  /** Called with files whose findings may have changed; absolute paths. */
  changed(paths: readonly string[]): void;
  /** Judging has begun, progressed or ended. */
  progressed(progress: Progress): void;
  /** These files could not be judged, because the thread that did so ended. */
  lost(paths: readonly string[]): void;
  /** The build results of a file; absolute path. */
  builtOf(path: string): BuiltOfFile | undefined;
}

/**
 * The findings in files of a workspace that are not open. They are judged in the background, the latest changes first,
 * and kept up to date: a file is judged again only if it or one of its inputs changes.
 */
export class ClosedFiles {
  readonly #workers: readonly ClosedFileWorker[] = startWorkers();
  readonly #idle: ClosedFileWorker[] = [...this.#workers];
  readonly #listener: Listener;
  readonly #isOpen: (path: string) => boolean;
  readonly #found = new Set<string>();
  readonly #known = new Map<string, Known>();
  /** Configurations, which are watched in addition to the found files. */
  readonly #configs = new Set<string>();
  /** The files to judge, and whether even with an unchanged text. */
  readonly #queue = new Map<string, boolean>();
  /** Files that may have crashed a thread: each is judged once more, alone. */
  readonly #suspects = new Set<string>();
  #environment = 0;
  #search = 0;
  #searching = 0;
  #total = 0;
  #done = 0;

  /** @param isOpen whether an editor has the file open, by absolute path; its text there is then judged. */
  constructor(listener: Listener, isOpen: (path: string) => boolean) {
    this.#listener = listener;
    this.#isOpen = isOpen;
  }

  /** The known files; absolute paths. */
  get paths(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** Whether searching and judging are done. */
  get isIdle(): boolean {
    return this.#searching === 0 && this.#isAtRest;
  }

  get #isAtRest(): boolean {
    return this.#queue.size === 0 && this.#idle.length === this.#workers.length;
  }

  /** The outcome of a file; undefined while unknown, or for other files. */
  outcome(path: string): ClosedOutcome | undefined {
    return this.#known.get(path)?.outcome;
  }

  /** The digest of the text that a file had when it was judged. */
  digest(path: string): string | undefined {
    return this.#known.get(path)?.digest;
  }

  /** Whether a file is one of those that are judged. */
  has(path: string): boolean {
    return this.#found.has(path) || this.#configs.has(path);
  }

  /** How many files there are, how many resources in them, and how many of these were judged. */
  get counts(): { readonly files: number; readonly resources: number; readonly coverage: ReportShare } {
    let resources = 0;
    for (const { outcome } of this.#known.values()) resources += outcome.resources;
    const shares = [...this.#known.values()].map(({ outcome }) => outcome.share);
    return { files: this.#found.size, resources, coverage: reportShare(addCounts(shares)) };
  }

  /** Sets a new environment: judges every file again, or with `only` those that it may affect. */
  use(environment: Environment, only: (outcome: ClosedOutcome) => boolean = () => true): void {
    this.#environment++;
    for (const worker of this.#workers) worker.use(environment);
    const concerned = [...this.#found, ...this.#configs].filter((path) => {
      const known = this.#known.get(path);
      return known === undefined || only(known.outcome);
    });
    this.#enqueue(concerned, true);
  }

  /** Searches for files again. Missing and excluded files are dropped. */
  async search(search: Search): Promise<void> {
    const id = ++this.#search;
    this.#searching++;
    const found = search.folders.length === 0 ? [] : await this.#find(search);
    this.#searching--;
    // A later search may have overtaken this one, or it could not be done.
    if (found !== undefined && id === this.#search) this.#foundAll(found);
    // Also for an empty result: listeners need the notification.
    if (this.isIdle) this.#listener.progressed({ done: 0, total: 0 });
  }

  /** If the searching thread is lost, another one searches again. */
  async #find(search: Search): Promise<readonly string[] | undefined> {
    const [worker] = this.#workers;
    return (await worker?.find(search)) ?? (await worker?.find(search));
  }

  /** The files that may have CustomResourceDefinitions; none if the search failed. */
  async define(search: Search): Promise<readonly string[]> {
    const [worker] = this.#workers;
    const found = await worker?.define(search);
    if (this.isIdle) worker?.release();
    return found ?? [];
  }

  /** The kustomizations to build; undefined if the search failed. */
  async buildsToRun(search: Search): Promise<readonly BuildToRun[] | undefined> {
    return this.#workers[0]?.buildsToRun(search);
  }

  /** Judges the output of a build; undefined if that failed. */
  async judgeBuild(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined> {
    return this.#workers[0]?.judgeBuild(built);
  }

  /** Files may have another text. */
  changed(paths: readonly string[]): void {
    this.#enqueue(
      paths.filter((path) => this.has(path)),
      false,
      true,
    );
  }

  /** Call when an input other than the text of these files may have changed. */
  again(concerns: (path: string) => boolean): void {
    this.#enqueue([...this.#found].filter(concerns), true);
  }

  /** Cancels pending judging until something concerns it. */
  cancel(): void {
    this.#queue.clear();
  }

  /** Ends all work. */
  stop(): void {
    this.#queue.clear();
    this.#search++;
    for (const worker of this.#workers) worker.release();
  }

  #foundAll(paths: readonly string[]): void {
    const gone = new Set(paths.length === 0 ? [...this.#found, ...this.#configs] : this.#found);
    for (const path of paths) gone.delete(path);
    this.#found.clear();
    for (const path of paths) this.#found.add(path);
    this.#forget([...gone]);
    this.#enqueue(
      paths.filter((path) => !this.#known.has(path)),
      true,
    );
  }

  #forget(paths: readonly string[]): void {
    for (const path of paths) {
      this.#known.delete(path);
      this.#queue.delete(path);
      this.#configs.delete(path);
    }
    if (paths.length > 0) this.#listener.changed(paths);
  }

  #enqueue(paths: readonly string[], force: boolean, first = false): void {
    if (paths.length === 0) return;
    if (this.#isAtRest) this.#total = this.#done = 0;
    const behind = first ? [...this.#queue] : [];
    if (first) this.#queue.clear();
    for (const path of paths) {
      if (this.#isOpen(path)) continue;
      if (!this.#queue.has(path)) this.#total++;
      this.#queue.set(path, force || this.#queue.get(path) === true);
    }
    for (const [path, forced] of behind) this.#queue.set(path, forced || this.#queue.get(path) === true);
    this.#handOut();
  }

  #handOut(): void {
    while (this.#queue.size > 0) {
      const worker = this.#idle.pop();
      if (worker === undefined) return;
      void this.#judge(worker, this.#next());
    }
  }

  #next(): readonly ClosedFile[] {
    const files: ClosedFile[] = [];
    for (const [path, force] of this.#queue) {
      if (files.length === handful || (files.length > 0 && this.#suspects.has(path))) break;
      this.#queue.delete(path);
      const known = force ? undefined : this.#known.get(path)?.digest;
      const built = this.#listener.builtOf(path);
      files.push({ path, ...(known === undefined ? {} : { known }), ...(built === undefined ? {} : { built }) });
      if (this.#suspects.has(path)) break;
    }
    return files;
  }

  async #judge(worker: ClosedFileWorker, files: readonly ClosedFile[]): Promise<void> {
    const environment = this.#environment;
    const judged = await worker.judge(files);
    this.#idle.push(worker);
    this.#done += files.length;
    if (judged === undefined) this.#lost(files.map(({ path }) => path));
    else if (environment === this.#environment) this.#take(judged);
    else
      this.#enqueue(
        files.map(({ path }) => path).filter((path) => this.has(path)),
        true,
      );
    this.#listener.progressed({ done: this.#done, total: this.#total });
    if (this.#isAtRest) this.#rest();
    this.#handOut();
  }

  #lost(paths: readonly string[]): void {
    const [suspect] = paths;
    if (suspect !== undefined && this.#suspects.delete(suspect)) {
      this.#listener.lost([suspect]);
      return;
    }
    for (const path of paths) this.#suspects.add(path);
    this.#enqueue(paths, true);
  }

  /** One thread is kept for the next change; after many files a new one is cheaper than its memory. */
  #rest(): void {
    const kept = this.#done > manyFiles ? 0 : 1;
    for (const worker of this.#workers.slice(kept)) worker.release();
  }

  #take(judged: readonly JudgedFile[]): void {
    const published: string[] = [];
    const configs: string[] = [];
    for (const { path, digest, outcome } of judged) {
      this.#suspects.delete(path);
      if (!this.has(path)) continue;
      if (outcome !== undefined) this.#known.set(path, { digest, outcome });
      published.push(path);
      const config = outcome?.config;
      if (config !== undefined && !this.#configs.has(config)) configs.push(config);
    }
    for (const config of configs) this.#configs.add(config);
    this.#listener.changed(published);
    this.#enqueue(configs, true);
  }
}
