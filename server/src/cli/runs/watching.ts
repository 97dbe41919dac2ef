import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import {
  type FileAccess,
  isUnchanged,
  repeatAccess,
  startRecording,
  stopRecording,
} from '../../workspace/disk/trackedFs.ts';
import { type FlagSpec, UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';

/** The switch of commands that can go on. */
export const watchFlag: FlagSpec = {
  name: 'watch',
  help: 'run again whenever an input changes, until Ctrl-C',
};

/** Editors write a file in several steps. */
const quietMs = 100;
/** The polling interval if the system reports no changes. */
const pollMs = 2_000;

/** Whether a command's arguments enable watching. Throws a {@link UsageError} if that is not supported. */
export function wantsWatch(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const flag = args.slice(0, end < 0 ? args.length : end).findLast((arg) => /^--watch(?:=|$)/.test(arg));
  if (flag === undefined || flag === '--watch=false') return false;
  if (args.includes('-')) throw new UsageError('--watch cannot follow standard input', 'name files or folders');
  return true;
}

/** Repeats a run each time one of its inputs changes: files, folders, configurations and others. Never returns. */
export async function watching(terminal: Terminal, run: () => Promise<number>): Promise<never> {
  let known = new Map<string, FileAccess>();
  for (;;) {
    startRecording();
    await attempt(terminal, run);
    const now = stopRecording().accesses;
    // Inputs cached in the process are not read again, but still count.
    const seen = new Set(now.map(nameOf));
    const earlier = [...known].filter(([name]) => !seen.has(name)).map(([, access]) => repeatAccess(access));
    known = new Map([...earlier, ...now].map((access) => [nameOf(access), access]));
    terminal.err('waiting for changes; Ctrl-C ends');
    await change([...known.values()]);
  }
}

/** A configuration that is being written may be refused for a moment; the next change fixes it. */
async function attempt(terminal: Terminal, run: () => Promise<number>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.problem(error.message, error.remedy);
  }
}

function nameOf([kind, path]: FileAccess): string {
  return `${kind} ${path}`;
}

/** Settles when an access would give another result. */
async function change(accesses: readonly FileAccess[]): Promise<void> {
  const folders = new Set(accesses.map(([kind, path]) => (kind === 'names' ? path : dirname(path))));
  const bell = new Bell(folders);
  try {
    while (accesses.every(isUnchanged)) await bell.rings();
  } finally {
    bell.close();
  }
}

/** Signals changes in some folders. */
class Bell {
  readonly #watchers: FSWatcher[] = [];
  #polls = false;
  #ring: (() => void) | undefined;
  #rung = false;

  constructor(folders: Iterable<string>) {
    for (const folder of folders) {
      try {
        const watcher = watch(folder, () => this.#hear());
        watcher.on('error', () => this.#poll());
        this.#watchers.push(watcher);
      } catch {
        this.#poll();
      }
    }
  }

  /** Waits until changes since the last call have settled. */
  async rings(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#ring = resolve;
        if (this.#polls) setTimeout(resolve, pollMs);
      });
    }
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    this.#rung = false;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #hear(): void {
    this.#rung = true;
    this.#ring?.();
  }

  /** Folders may not exist yet, and systems limit the number of watched folders. */
  #poll(): void {
    this.#polls = true;
    this.#hear();
  }
}
