import { MessagePort, workerData } from 'node:worker_threads';
import { confine } from '../disk/confinement.ts';
import { filesChanged, startRecording, stopRecording } from '../disk/trackedFs.ts';
import { startTracking } from '../ground/graph.ts';
import { readCatalog } from '../shipped/catalogFile.ts';
import { useCatalogue } from '../shipped/catalogueInUse.ts';
import { type JudgeTask, judgeBatches, workspaceOfTask } from './judgeBatches.ts';
import type { ThreadMessage } from './judgeThreads.ts';
import { toTransferredOutcome } from './transferredOutcome.ts';

/** The body of a helper thread: waits for tasks, judges batches until none is left and posts each outcome. */
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
    if (task.keep.reads) {
      startTracking();
      filesChanged();
    }
    judgeBatches(task, workspaceOfTask(task, readCatalog()), ({ batch, outcomes }) => {
      post({ batch, outcomes: outcomes.map(toTransferredOutcome) });
    });
    post({ done: true, accesses: stopRecording() });
  });
}
