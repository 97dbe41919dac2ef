import type { Terminal } from './terminal.ts';

const firstShownAfter = 1000;
const shownEvery = 100;
const barWidth = 24;

/** Draws a progress bar on standard error once a run takes longer than a second; undefined if it would be invisible. */
export function progressBar({ status }: Pick<Terminal, 'status'>): ProgressBar | undefined {
  return status === undefined ? undefined : new ProgressBar(status);
}

class ProgressBar {
  readonly #status: (line: string) => void;
  readonly #started = performance.now();
  #shownAt: number | undefined;

  constructor(status: (line: string) => void) {
    this.#status = status;
  }

  readonly update = (done: number, total: number): void => {
    const now = performance.now();
    if (now - this.#started < firstShownAfter || now - (this.#shownAt ?? 0) < shownEvery) return;
    this.#shownAt = now;
    const filled = Math.round((done / total) * barWidth);
    this.#status(`${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done} of ${total} files`);
  };

  /** Removes the bar before other output. */
  end(): void {
    if (this.#shownAt !== undefined) this.#status('');
  }
}
