import type { Worker } from 'node:worker_threads';
import type { Job, JobAnswer, RequestedCatalogue, ThreadJob } from '../job.ts';

/** A thread that does jobs, and its first words. */
export type StartThread = (options: ThreadOptions) => Worker;

/** The resources of a thread. */
export interface ThreadOptions {
  /** Not our environment, so that nothing is found on the PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number };
  /** Its standard streams are not ours, which belong to the protocol. */
  readonly stdout: true;
  readonly stderr: true;
}

const options: ThreadOptions = {
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 2_048 },
  stdout: true,
  stderr: true,
};

/** The time limit of a job, in milliseconds. */
const longestJob = 120_000;
/** Further requests are refused: such a client does not wait for answers. */
const maxWaiting = 32;

/** A job that waits for its turn, or is being done. */
interface Waiting {
  readonly task: ThreadJob;
  readonly settle: (answer: JobAnswer) => void;
}

/**
 * Runs jobs one after the other in a thread: a cancelled, slow or too large job ends the thread, and the next job gets
 * a new one.
 */
export class JobRunner {
  readonly #start: StartThread;
  readonly #catalogue: RequestedCatalogue;
  #worker: Worker | undefined;
  #waiting: readonly Waiting[] = [];
  #current: Waiting | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(start: StartThread, catalogue: RequestedCatalogue) {
    this.#start = start;
    this.#catalogue = catalogue;
  }

  /** Settles with the job's result; never rejects. The signal ends it early. */
  run(job: Job, roots: readonly string[], signal: AbortSignal): Promise<JobAnswer> {
    if (this.#waiting.length >= maxWaiting) {
      return Promise.resolve(refused('too many calls are waiting', 'wait for their answers'));
    }
    return new Promise((settle) => {
      const waiting = { task: { job, roots, catalogue: this.#catalogue }, settle };
      this.#waiting = [...this.#waiting, waiting];
      signal.addEventListener('abort', () => this.#cancel(waiting), { once: true });
      if (signal.aborted) this.#cancel(waiting);
      this.#next();
    });
  }

  /** Ends everything. */
  end(): void {
    const all = [...(this.#current === undefined ? [] : [this.#current]), ...this.#waiting];
    this.#waiting = [];
    this.#drop();
    for (const { settle } of all) settle(cancelled);
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const [next, ...rest] = this.#waiting;
    if (next === undefined) return;
    this.#waiting = rest;
    this.#current = next;
    this.#deadline = setTimeout(() => this.#lose(tooLong), longestJob);
    this.#worker ??= this.#started();
    this.#worker.ref();
    this.#worker.postMessage(next.task);
  }

  #started(): Worker {
    const worker = this.#start(options);
    const lost = (answer: JobAnswer) => {
      if (this.#worker === worker) this.#lose(answer);
    };
    worker.on('message', (answer: JobAnswer) => {
      if (this.#worker === worker) this.#done(answer);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : failed(error));
    });
    worker.on('exit', () => lost(failed(new Error('its thread ended'))));
    return worker;
  }

  #done(answer: JobAnswer): void {
    clearTimeout(this.#deadline);
    this.#worker?.unref();
    const done = this.#current;
    this.#current = undefined;
    done?.settle(answer);
    this.#next();
  }

  #cancel(waiting: Waiting): void {
    if (this.#current === waiting) this.#lose(cancelled);
    else if (this.#waiting.includes(waiting)) {
      this.#waiting = this.#waiting.filter((queued) => queued !== waiting);
      waiting.settle(cancelled);
    }
  }

  /** Discards the thread. */
  #lose(answer: JobAnswer): void {
    const lost = this.#current;
    this.#drop();
    lost?.settle(answer);
    this.#next();
  }

  #drop(): void {
    clearTimeout(this.#deadline);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#current = undefined;
    void worker?.terminate();
  }
}

function refused(message: string, remedy: string): JobAnswer {
  return { ok: false, message, remedy };
}

const cancelled = refused('the call was cancelled', 'call again');
const tooLong = refused(`it took longer than ${longestJob / 1_000} seconds`, 'name fewer files, or smaller ones');
const tooLarge = refused('it took too much memory', 'name fewer files, or smaller ones');

function failed(error: Error): JobAnswer {
  return refused(`this is a bug in kubecompat: ${error.message}`, 'please report it');
}
