import { addCounts } from '../../report/coverage.ts';

import type { ReportShare } from '../../report/workspaceReport.ts';
import { areValid } from '../../workspace/disk/plainReads.ts';
import { currentRevision, type PlainRead } from '../../workspace/ground/graph.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { SearchedFiles } from '../../workspace/model/workspaceFacts.ts';
import type { BuildToRun } from '../builds/buildToRun.ts';
import type { BuiltOfFile } from '../builds/builtOfFile.ts';
import { editorShare } from '../editorShare.ts';
import { yieldingBetween } from '../yieldingBetween.ts';
import { type ClosedFileWorker, startWorkers } from './closedFileWorkers.ts';
import type {
  BuildToJudge,
  ClosedFile,
  ClosedOutcome,
  Environment,
  FileChanges,
  JudgedFile,
  Search,
} from './environment.ts';

/** The number of files handed out at a time: small, so that a saved file is judged soon. */
const handful = 16;

/** After this many files, a thread's memory is freed. */
const manyFiles = 500;

/** The state of a file that is not open. */
interface Known {
  readonly digest: string;
  readonly outcome: ClosedOutcome;
  /** The outcome is valid as long as all of this reads the same. */
  readonly reads: readonly PlainRead[];
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
  /** The files to judge. */
  readonly #queue = new Set<string>();
  /** Files that may have crashed a thread: each is judged once more, alone. */
  readonly #suspects = new Set<string>();
  #looks = 0;
  #isLooking = false;
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
    return this.#searching === 0 && !this.#isLooking && this.#isAtRest;
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
    return { files: this.#found.size, resources, coverage: editorShare(addCounts(shares)) };
  }

  /** Sets a new environment for judging. */
  use(environment: Environment): void {
    for (const worker of this.#workers) worker.use(environment);
  }

  /** Files have changed. */
  changed(changes: FileChanges): void {
    for (const worker of this.#workers) worker.changed(changes);
  }

  /** Judges the files again for which anything reads differently now, those that changed themselves first. */
  async look(changed: readonly string[] = []): Promise<void> {
    const look = ++this.#looks;
    this.#isLooking = true;
    const first = changed.filter((path) => this.has(path));
    this.#enqueue(first, true);
    const asked = new Set(first);
    for await (const path of yieldingBetween([...this.#known.keys()])) {
      // A later one looks at all of them.
      if (look !== this.#looks) return;
      const known = this.#known.get(path);
      if (known !== undefined && !asked.has(path) && !areValid(known.reads)) this.#enqueue([path]);
    }
    if (look !== this.#looks) return;
    this.#isLooking = false;
    if (this.isIdle) this.#listener.progressed({ done: 0, total: 0 });
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

  /** All files, and those that others depend on; undefined if the search failed. */
  async define(search: Search): Promise<SearchedFiles | undefined> {
    const [worker] = this.#workers;
    const found = await worker?.define(search);
    if (this.isIdle) worker?.release();
    return found;
  }

  /** The kustomizations to build; undefined if the search failed. */
  async buildsToRun(search: Search): Promise<readonly BuildToRun[] | undefined> {
    return this.#workers[0]?.buildsToRun(search);
  }

  /** Judges the output of a build; undefined if that failed. */
  async judgeBuild(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined> {
    return this.#workers[0]?.judgeBuild(built);
  }

  /** Judges some files again. */
  again(concerns: (path: string) => boolean): void {
    this.#enqueue([...this.#found].filter(concerns));
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
    this.#enqueue(paths.filter((path) => !this.#known.has(path)));
    if (this.#isAtRest) this.#forgetUnusedConfigs();
  }

  /** A configuration counts as long as a file is judged by it. */
  #forgetUnusedConfigs(): void {
    const used = new Set([...this.#known.values()].map(({ outcome }) => outcome.config));
    this.#forget([...this.#configs].filter((path) => !used.has(path)));
  }

  #forget(paths: readonly string[]): void {
    for (const path of paths) {
      this.#known.delete(path);
      this.#queue.delete(path);
      this.#configs.delete(path);
    }
    if (paths.length > 0) this.#listener.changed(paths);
  }

  #enqueue(paths: readonly string[], first = false): void {
    if (paths.length === 0) return;
    if (this.#isAtRest) this.#total = this.#done = 0;
    const behind = first ? [...this.#queue] : [];
    if (first) this.#queue.clear();
    const asked = paths.filter((path) => !this.#isOpen(path));
    for (const path of [...asked, ...behind]) this.#queue.add(path);
    this.#total = Math.max(this.#total, this.#done + this.#queue.size);
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
    for (const path of this.#queue) {
      if (files.length === handful || (files.length > 0 && this.#suspects.has(path))) break;
      this.#queue.delete(path);
      const built = this.#listener.builtOf(path);
      files.push({ path, ...(built === undefined ? {} : { built }) });
      if (this.#suspects.has(path)) break;
    }
    return files;
  }

  async #judge(worker: ClosedFileWorker, files: readonly ClosedFile[]): Promise<void> {
    const asked = currentRevision();
    const judged = await worker.judge(files);
    this.#idle.push(worker);
    this.#done += files.length;
    if (judged === undefined) this.#lost(files.map(({ path }) => path));
    else this.#take(judged, asked !== currentRevision());
    this.#listener.progressed({ done: this.#done, total: this.#total });
    if (this.#isAtRest) {
      this.#forgetUnusedConfigs();
      this.#rest();
    }
    this.#handOut();
  }

  #lost(paths: readonly string[]): void {
    const [suspect] = paths;
    if (suspect !== undefined && this.#suspects.delete(suspect)) {
      this.#listener.lost([suspect]);
      return;
    }
    for (const path of paths) this.#suspects.add(path);
    this.#enqueue(paths);
  }

  /** One thread is kept for the next change; after many files a new one is cheaper than its memory. */
  #rest(): void {
    const kept = this.#done > manyFiles ? 0 : 1;
    for (const worker of this.#workers.slice(kept)) worker.release();
  }

  /** @param isOld whether anything has changed since the files were handed out. */
  #take(judged: readonly JudgedFile[], isOld: boolean): void {
    const published: string[] = [];
    const configs: string[] = [];
    const outdated: string[] = [];
    for (const { path, ...known } of judged) {
      this.#suspects.delete(path);
      if (!this.has(path)) continue;
      this.#known.set(path, known);
      published.push(path);
      const { config } = known.outcome;
      if (config !== undefined && !this.#configs.has(config)) configs.push(config);
      if (isOld && !areValid(known.reads)) outdated.push(path);
    }
    for (const config of configs) this.#configs.add(config);
    this.#listener.changed(published);
    this.#enqueue([...configs, ...outdated]);
  }
}
