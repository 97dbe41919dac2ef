import { MessagePort, workerData } from 'node:worker_threads';
import { confine } from '../disk/confinement.ts';
import { startRecording, stopRecording } from '../disk/trackedFs.ts';
import { readCatalog } from '../shipped/catalogFile.ts';
import { useCatalogue } from '../shipped/catalogueInUse.ts';
import { toHandedOutcome } from './handedOutcome.ts';
import { type JudgeTask, judgeBlocks, workspaceOfTask } from './judgeBlocks.ts';
import type { ThreadMessage } from './judgeThreads.ts';

/** The body of a helper thread: waits for tasks, judges blocks until none is left and posts each outcome. */
export function serveTasks(): void {
  const port: unknown = workerData;
  if (!(port instanceof MessagePort)) return;
  // Load early: most runs use the built-in catalogue.
  readCatalog();
  const post = (message: ThreadMessage) => port.postMessage(message);
  port.on('message', (task: JudgeTask) => {
    confine(task.reach);
    useCatalogue(task.catalogue);
    if (task.records) startRecording();
    judgeBlocks(task, workspaceOfTask(task, readCatalog()), ({ block, outcomes }) => {
      post({ block, outcomes: outcomes.map(toHandedOutcome) });
    });
    post({ done: true, accesses: stopRecording() });
  });
}
