import { parentPort } from 'node:worker_threads';
import { confine } from '../../workspace/disk/confinement.ts';
import { useCatalogue } from '../../workspace/shipped/catalogueInUse.ts';
import { type ClosedFileAnswer, type ClosedFileTask, Worker } from './work.ts';

/** Runs in a thread: does one task after the other and posts the results. */
export function serveThread(): void {
  const worker = new Worker();
  let last: Promise<void> = Promise.resolve();
  const post = (answer: ClosedFileAnswer) => parentPort?.postMessage(answer);
  const work = async (task: ClosedFileTask) => {
    confine(task.reach);
    useCatalogue(task.catalogue);
    if (task.kind === 'use') worker.use(task.environment);
    else if (task.kind === 'find') post({ kind: 'found', id: task.id, paths: worker.find(task.search) });
    else if (task.kind === 'changed') worker.changed(task.changes);
    else if (task.kind === 'define') post({ kind: 'defined', id: task.id, found: await worker.define(task.search) });
    else if (task.kind === 'findBuilds')
      post({ kind: 'buildsToRun', id: task.id, builds: worker.buildsToRun(task.search) });
    else if (task.kind === 'judgeBuild') post({ kind: 'added', id: task.id, files: worker.judgeBuild(task.built) });
    else post({ kind: 'judged', id: task.id, files: await worker.judge(task.files) });
  };
  parentPort?.on('message', (task: ClosedFileTask) => {
    last = last.then(() => work(task));
  });
}
