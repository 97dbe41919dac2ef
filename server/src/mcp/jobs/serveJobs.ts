import { parentPort } from 'node:worker_threads';
import { UsageError } from '../../cli/flags/arguments.ts';
import type { Job, JobAnswer, JsonObject, ThreadJob } from '../job.ts';
import { check } from './check.ts';
import { diff, plan } from './compare.ts';
import { explain } from './explain.ts';
import { field } from './field.ts';
import { Refusal } from './refusal.ts';
import { convert, fix } from './rewrite.ts';
import { targets } from './targets.ts';
import { ToolFileAccess } from './toolFileAccess.ts';

/** Runs in a thread: does one task after the other and posts the results. */
export function serveJobs(): void {
  parentPort?.on('message', async (task: ThreadJob) => parentPort?.postMessage(await answer(task)));
}

async function answer({ job, roots, catalogue }: ThreadJob): Promise<JobAnswer> {
  try {
    return { ok: true, value: await work(job, new ToolFileAccess(roots, catalogue)) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof UsageError)
      return { ok: false, message: error.message, remedy: error.remedy };
    throw error;
  }
}

async function work(job: Job, ground: ToolFileAccess): Promise<JsonObject> {
  switch (job.tool) {
    case 'check':
      return check(job.input, ground);
    case 'explain':
      return explain(job.input, ground);
    case 'fix':
      return fix(job.input, ground);
    case 'convert':
      return convert(job.input, ground);
    case 'diff':
      return diff(job.input, ground);
    case 'plan':
      return plan(job.input, ground);
    case 'field':
      return field(job.input);
    case 'targets':
      return targets(ground);
  }
}
