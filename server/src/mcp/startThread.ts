import { Worker } from 'node:worker_threads';
import { shippedThread } from '../workspace/shipped/shippedThread.ts';
import type { StartThread } from './protocol/jobRunner.ts';

/** Starts the thread that does jobs. Throws in a source tree, which has none. */
export const startJobThread: StartThread = ({ env, resourceLimits, stdout, stderr }) => {
  const thread = shippedThread('mcp-worker.js', import.meta.url);
  if (thread === undefined) throw new Error('mcp-worker.js is missing: install kubecompat again');
  return new Worker(thread.script, { ...thread.options, env: { ...env }, resourceLimits, stdout, stderr });
};
