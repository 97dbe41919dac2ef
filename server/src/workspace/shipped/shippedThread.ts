import { existsSync } from 'node:fs';
import type { WorkerOptions } from 'node:worker_threads';
import { embeddedFiles } from './embeddedFiles.ts';

/** The arguments of `new Worker(script, options)`. */
export interface ThreadScript {
  readonly script: URL | string;
  readonly options: WorkerOptions;
}

/** The shipped threads: their scripts, and their names in the program. */
const threads = {
  'judge-worker.js': 'judging thread',
  'lsp-worker.js': 'language server thread',
  'mcp-worker.js': 'assistant thread',
} as const;

/** A thread by its script beside the bundle; undefined in a source tree, which has none. */
export function shippedThread(name: keyof typeof threads, moduleUrl: string): ThreadScript | undefined {
  const inside = embeddedFiles();
  if (inside !== undefined) return { script: inside.threadCode, options: { eval: true, argv: [threads[name]] } };
  if (moduleUrl.endsWith('.ts')) return undefined;
  const script = new URL(`./${name}`, moduleUrl);
  return existsSync(script) ? { script, options: {} } : undefined;
}
