import { existsSync } from 'node:fs';
import type { WorkerOptions } from 'node:worker_threads';
import { filesInside } from './filesInside.ts';

/** What a thread runs: for `new Worker(script, options)`. */
export interface ThreadScript {
  readonly script: URL | string;
  readonly options: WorkerOptions;
}

/** The threads that ship with the program: their scripts beside it, and what they are to the program itself. */
const threads = {
  'judge-worker.js': 'judging thread',
  'lsp-worker.js': 'language server thread',
  'mcp-worker.js': 'assistant thread',
} as const;

/** A thread by its script, which lies beside the bundle; undefined in a source tree, which has none. */
export function shippedThread(name: keyof typeof threads, here: string): ThreadScript | undefined {
  const inside = filesInside();
  if (inside !== undefined) return { script: inside.threadCode, options: { eval: true, argv: [threads[name]] } };
  if (here.endsWith('.ts')) return undefined;
  const script = new URL(`./${name}`, here);
  return existsSync(script) ? { script, options: {} } : undefined;
}
