/** The timing of a queue. */
export interface QueuePace {
  /** How long a key must be quiet before its work begins. */
  readonly quietMs: number;
  /** How many keys are worked on at a time. */
  readonly concurrency: number;
}

/**
 * Work by key: started when its key has been quiet for a while, one at a time per key, and for a few keys at once. A
 * request during the work cancels it and restarts it afterwards.
 */
export class BuildQueue {
  readonly #work: (key: string, signal: AbortSignal) => Promise<void>;
  readonly #pace: QueuePace;
  readonly #quiet = new Map<string, NodeJS.Timeout>();
  readonly #ready = new Set<string>();
  readonly #running = new Map<string, AbortController>();
  readonly #waiting = new Set<() => void>();

  /** @param work does the work of a key; never rejects. */
  constructor(work: (key: string, signal: AbortSignal) => Promise<void>, pace: QueuePace) {
    this.#work = work;
    this.#pace = pace;
  }

  /** Whether nothing is requested or running. */
  get isIdle(): boolean {
    return this.#quiet.size + this.#ready.size + this.#running.size === 0;
  }

  /** Whether the work of a key is still to begin. */
  isAsked(key: string): boolean {
    return this.#quiet.has(key) || this.#ready.has(key);
  }

  /** Requests the work of a key, after current requests. @param quietMs 0 to start at once. */
  ask(key: string, quietMs = this.#pace.quietMs): void {
    this.#cancel(key);
    if (quietMs <= 0) this.#begin(key);
    else
      this.#quiet.set(
        key,
        setTimeout(() => this.#begin(key), quietMs),
      );
  }

  /** Cancels the requests of a key, or all. */
  forget(key?: string): void {
    const keys = key === undefined ? [...this.#quiet.keys(), ...this.#ready, ...this.#running.keys()] : [key];
    for (const item of keys) this.#cancel(item);
    this.#pump();
  }

  /** Settles when the queue is idle, or when the signal aborts. */
  async settled(signal: AbortSignal): Promise<void> {
    while (!this.isIdle && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  #cancel(key: string): void {
    clearTimeout(this.#quiet.get(key));
    this.#quiet.delete(key);
    this.#ready.delete(key);
    this.#running.get(key)?.abort();
  }

  #begin(key: string): void {
    this.#quiet.delete(key);
    this.#ready.add(key);
    this.#pump();
  }

  #pump(): void {
    for (const key of this.#ready) {
      if (this.#running.size >= this.#pace.concurrency) break;
      if (this.#running.has(key)) continue;
      this.#ready.delete(key);
      const abort = new AbortController();
      this.#running.set(key, abort);
      void this.#work(key, abort.signal).finally(() => {
        this.#running.delete(key);
        this.#pump();
      });
    }
    if (this.isIdle) for (const wake of [...this.#waiting]) wake();
  }
}
