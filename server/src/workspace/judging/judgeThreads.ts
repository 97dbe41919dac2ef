import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { TextStore } from '../disk/textStore.ts';
import { addAccesses, markUncacheable, type RecordedAccesses } from '../disk/trackedFs.ts';
import { shippedThread } from '../shipped/shippedThread.ts';
import type { JudgeTask } from './judgeBatches.ts';
import type { FileOutcome } from './judgeFile.ts';
import { fromTransferredOutcome, type TransferredOutcome } from './transferredOutcome.ts';

/** A thread's message: the outcomes of a batch, or the end of its task with its recorded accesses. */
export type ThreadMessage =
  | { readonly batch: number; readonly outcomes: readonly TransferredOutcome[] }
  | { readonly done: true; readonly accesses: RecordedAccesses };

/** Takes the outcomes of a batch, in the order of its files. */
export type ReceiveBatch = (batch: number, outcomes: readonly FileOutcome[]) => void;

/** Another thread, and the handler of its messages during a task. */
interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  listener: ((message: ThreadMessage) => void) | undefined;
}

/** Fewer files are judged before a second thread has started. */
const worthThreads = 250;
const maxThreads = 4;

/**
 * The helper threads of a large run. A thread takes time to load, so they start once the search has found enough files,
 * and get their tasks later. Idle threads do not keep the process alive.
 */
export class JudgeThreads {
  #threads: readonly Thread[] = [];
  #started = false;

  /** Reports the number of files found so far. */
  found(files: number): void {
    if (this.#started || files < worthThreads) return;
    this.#started = true;
    const thread = shippedThread('judge-worker.js', import.meta.url);
    if (thread === undefined) return;
    for (let others = Math.min(maxThreads, availableParallelism()) - 1; others > 0; others--) {
      const { port1: port, port2: workerData } = new MessageChannel();
      const worker = new Worker(thread.script, { ...thread.options, workerData, transferList: [workerData] });
      worker.unref();
      this.#threads = [...this.#threads, { worker, port, listener: undefined }];
    }
  }

  /** Ends the threads: the process may go on for hours. */
  end(): void {
    for (const { worker } of this.#threads) void worker.terminate();
    this.#threads = [];
  }

  /** Starts a task in the threads; one promise per thread, settled when it is done or failed. */
  judge(task: JudgeTask, texts: TextStore, take: ReceiveBatch): readonly Promise<void>[] {
    return this.#threads.map((thread) => {
      const toTake = (batch: number, outcomes: readonly TransferredOutcome[]) =>
        take(
          batch,
          outcomes.map((outcome) => fromTransferredOutcome(outcome, texts)),
        );
      return new Promise<void>((resolve) => this.#judge(thread, task, toTake, resolve));
    });
  }

  /** Receives the posted messages: a thread that judges as well should call this between batches. */
  receive(): void {
    for (const { port, listener } of this.#threads) {
      if (listener === undefined) continue;
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
        listener(next.message);
      }
    }
  }

  #judge(
    thread: Thread,
    task: JudgeTask,
    take: (batch: number, outcomes: readonly TransferredOutcome[]) => void,
    done: () => void,
  ): void {
    const { worker, port } = thread;
    const listener = (message: ThreadMessage) => {
      if ('batch' in message) take(message.batch, message.outcomes);
      else {
        addAccesses(message.accesses);
        end();
      }
    };
    const lost = () => {
      markUncacheable();
      this.#threads = this.#threads.filter((other) => other !== thread);
      end();
    };
    const end = () => {
      thread.listener = undefined;
      port.off('message', listener).unref();
      worker.off('error', lost).off('exit', lost).unref();
      done();
    };
    thread.listener = listener;
    port.postMessage(task);
    port.on('message', listener).ref();
    worker.on('error', lost).on('exit', lost).ref();
  }
}
