import { availableParallelism } from 'node:os';
import { Worker as Thread } from 'node:worker_threads';
import { confinement } from '../../workspace/disk/confinement.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { SearchedFiles } from '../../workspace/model/workspaceFacts.ts';
import { currentCatalogue } from '../../workspace/shipped/catalogueInUse.ts';
import { shippedThread, type ThreadScript } from '../../workspace/shipped/shippedThread.ts';
import type { BuildToRun } from '../builds/buildToRun.ts';
import type { BuildToJudge, ClosedFile, Environment, FileChanges, JudgedFile, Search } from './environment.ts';
import { type ClosedFileAnswer, type ClosedFileTask, type JudgingWork, Worker } from './work.ts';

const maxThreads = 3;

/** Judges closed files. Answers with undefined if its thread has ended. */
export interface ClosedFileWorker {
  /** Sets the environment for judging. */
  use(environment: Environment): void;
  /** Files have changed. */
  changed(changes: FileChanges): void;
  /** The files to judge, absolute. */
  find(search: Search): Promise<readonly string[] | undefined>;
  /** All files, and those that others depend on. */
  define(search: Search): Promise<SearchedFiles | undefined>;
  judge(files: readonly ClosedFile[]): Promise<readonly JudgedFile[] | undefined>;
  /** The kustomizations to build. */
  buildsToRun(search: Search): Promise<readonly BuildToRun[] | undefined>;
  /** Judges the output of a build. */
  judgeBuild(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined>;
  /** Frees its memory, unless it is busy; it restarts on the next request. */
  release(): void;
}

/**
 * Starts the workers for closed files: threads, so that typing never waits, leaving one processor to the editor.
 * Without a bundle for threads, the work is done here, in short turns.
 */
export function startWorkers(): readonly ClosedFileWorker[] {
  const script = threadScript();
  if (script === undefined) return [new LocalWorker()];
  const count = Math.max(1, Math.min(maxThreads, availableParallelism() - 1));
  return Array.from({ length: count }, () => new ThreadWorker(script));
}

class LocalWorker implements ClosedFileWorker {
  readonly #worker = new Worker();

  use(environment: Environment): void {
    this.#worker.use(environment);
  }

  /** It reads the same ground. */
  changed(): void {}

  async find(search: Search): Promise<readonly string[]> {
    return this.#worker.find(search);
  }

  define(search: Search): Promise<SearchedFiles> {
    return this.#worker.define(search);
  }

  judge(files: readonly ClosedFile[]): Promise<readonly JudgedFile[]> {
    return this.#worker.judge(files);
  }

  async buildsToRun(search: Search): Promise<readonly BuildToRun[]> {
    return this.#worker.buildsToRun(search);
  }

  async judgeBuild(built: BuildToJudge): Promise<readonly AddedToFile[]> {
    return this.#worker.judgeBuild(built);
  }

  release(): void {}
}

class ThreadWorker implements ClosedFileWorker {
  readonly #script: ThreadScript;
  readonly #waiting = new Map<number, (answer: ClosedFileAnswer | undefined) => void>();
  #thread: Thread | undefined;
  #environment: Environment | undefined;
  /** The texts of open documents. */
  readonly #open = new Map<string, string>();
  #asked = 0;

  constructor(script: ThreadScript) {
    this.#script = script;
  }

  use(environment: Environment): void {
    this.#environment = environment;
    this.#thread?.postMessage(asTask({ kind: 'use', environment }));
  }

  changed(changes: FileChanges): void {
    for (const [path, text] of changes.open) {
      if (text === undefined) this.#open.delete(path);
      else this.#open.set(path, text);
    }
    this.#thread?.postMessage(asTask({ kind: 'changed', changes }));
  }

  async find(search: Search): Promise<readonly string[] | undefined> {
    const answer = await this.#ask({ kind: 'find', id: ++this.#asked, search });
    return answer?.kind === 'found' ? answer.paths : undefined;
  }

  async define(search: Search): Promise<SearchedFiles | undefined> {
    const answer = await this.#ask({ kind: 'define', id: ++this.#asked, search });
    return answer?.kind === 'defined' ? answer.found : undefined;
  }

  async judge(files: readonly ClosedFile[]): Promise<readonly JudgedFile[] | undefined> {
    const answer = await this.#ask({ kind: 'judge', id: ++this.#asked, files });
    return answer?.kind === 'judged' ? answer.files : undefined;
  }

  async buildsToRun(search: Search): Promise<readonly BuildToRun[] | undefined> {
    const answer = await this.#ask({ kind: 'findBuilds', id: ++this.#asked, search });
    return answer?.kind === 'buildsToRun' ? answer.builds : undefined;
  }

  async judgeBuild(built: BuildToJudge): Promise<readonly AddedToFile[] | undefined> {
    const answer = await this.#ask({ kind: 'judgeBuild', id: ++this.#asked, built });
    return answer?.kind === 'added' ? answer.files : undefined;
  }

  release(): void {
    if (this.#waiting.size > 0) return;
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }

  #ask(task: Exclude<JudgingWork, { kind: 'use' | 'changed' }>): Promise<ClosedFileAnswer | undefined> {
    const thread = this.#thread ?? this.#start();
    return new Promise((resolve) => {
      this.#waiting.set(task.id, resolve);
      thread.postMessage(asTask(task));
    });
  }

  #start(): Thread {
    const thread = new Thread(this.#script.script, this.#script.options);
    this.#thread = thread;
    // Does not keep the server alive.
    thread.unref();
    thread.on('message', (answer: ClosedFileAnswer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    const lost = () => {
      if (this.#thread === thread) this.#lost();
    };
    thread.on('error', lost).on('exit', lost);
    this.changed({ onDisk: [], open: [...this.#open] });
    if (this.#environment !== undefined) this.use(this.#environment);
    return thread;
  }

  #lost(): void {
    this.#thread = undefined;
    for (const answered of this.#waiting.values()) answered(undefined);
    this.#waiting.clear();
  }
}

/** A thread uses the catalogue and confinement of this one. */
function asTask(work: JudgingWork): ClosedFileTask {
  return { ...work, reach: confinement(), catalogue: currentCatalogue() };
}

/** The code of a thread: the server's own bundle, or the shipped script of the command line. */
function threadScript(): ThreadScript | undefined {
  const moduleUrl = import.meta.url;
  return moduleUrl.endsWith('/server.cjs')
    ? { script: new URL(moduleUrl), options: {} }
    : shippedThread('lsp-worker.js', moduleUrl);
}
