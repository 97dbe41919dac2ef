import { Worker } from 'node:worker_threads';
import type { StartThread } from './protocol/jobRunner.ts';

/** Starts the thread that does jobs. It lies beside the bundle; a source tree has none. */
export const startJobThread: StartThread = ({ env, resourceLimits, stdout, stderr }) =>
  new Worker(new URL('./mcp-worker.js', import.meta.url), { env: { ...env }, resourceLimits, stdout, stderr });
