import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { addLooks, cannotRepeat, type Recorded } from '../disk/looks.ts';
import type { JudgedBlock, JudgeTask } from './judgeBlocks.ts';

/** What a thread posts: the outcomes of a block, or that its task has no blocks left and what it looked at. */
export type ThreadMessage = JudgedBlock | { readonly done: true; readonly looks: Recorded };

/** Fewer files are judged before a second thread has started. */
const worthThreads = 250;
const maxThreads = 4;

/**
 * The other threads of a large run. A thread takes a while to load what it judges with, so they start as soon as the
 * search has found enough files, and get their tasks when these are known. Without a task they hold no process back.
 */
export class JudgeThreads {
  #workers: readonly Worker[] = [];
  #started = false;

  /** Says how many files there are so far. */
  found(files: number): void {
    if (this.#started || files < worthThreads) return;
    this.#started = true;
    const script = workerScript();
    if (script === undefined) return;
    for (let others = Math.min(maxThreads, availableParallelism()) - 1; others > 0; others--) {
      const worker = new Worker(script);
      worker.unref();
      this.#workers = [...this.#workers, worker];
    }
  }

  /** Ends the threads: the process may go on for hours. */
  end(): void {
    for (const worker of this.#workers) void worker.terminate();
    this.#workers = [];
  }

  /** Lets the threads help with a task; one promise a thread, settled when it has no more to do, well or not. */
  judge(task: JudgeTask, take: (block: JudgedBlock) => void): readonly Promise<void>[] {
    return this.#workers.map((worker) => new Promise<void>((resolve) => this.#judge(worker, task, take, resolve)));
  }

  #judge(worker: Worker, task: JudgeTask, take: (block: JudgedBlock) => void, done: () => void): void {
    const told = (message: ThreadMessage) => {
      if ('block' in message) take(message);
      else {
        addLooks(message.looks);
        end();
      }
    };
    const lost = () => {
      cannotRepeat();
      this.#workers = this.#workers.filter((other) => other !== worker);
      end();
    };
    const end = () => {
      worker.off('message', told).off('error', lost).off('exit', lost).unref();
      done();
    };
    worker.postMessage(task);
    worker.on('message', told).on('error', lost).on('exit', lost).ref();
  }
}

/** Bundled beside the program; there is none in a source tree, where one thread has to do. */
function workerScript(): URL | undefined {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return undefined;
  const script = new URL('./judge-worker.js', here);
  return existsSync(script) ? script : undefined;
}
