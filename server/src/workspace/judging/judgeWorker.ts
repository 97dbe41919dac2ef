import { MessagePort, workerData } from 'node:worker_threads';
import { confine } from '../disk/confinement.ts';
import { startRecording, stopRecording } from '../disk/trackedFs.ts';
import { readCatalog } from '../shipped/catalogFile.ts';
import { toHandedOutcome } from './handedOutcome.ts';
import { type JudgeTask, judgeBlocks, workspaceOfTask } from './judgeBlocks.ts';
import type { ThreadMessage } from './judgeThreads.ts';

/** What another thread of a large run does: waits for tasks, judges blocks until none is left and posts each outcome. */
export function serveTasks(): void {
  const port: unknown = workerData;
  if (!(port instanceof MessagePort)) return;
  const catalog = readCatalog();
  const post = (message: ThreadMessage) => port.postMessage(message);
  port.on('message', (task: JudgeTask) => {
    confine(task.reach);
    if (task.records) startRecording();
    judgeBlocks(task, workspaceOfTask(task, catalog), ({ block, outcomes }) => {
      post({ block, outcomes: outcomes.map(toHandedOutcome) });
    });
    post({ done: true, looks: stopRecording() });
  });
}
