import { parentPort, workerData } from 'node:worker_threads';
import { type JudgeTask, judgeBlocks, resolveSettings } from './judgeBlocks.ts';

// The second thread of a large run: judges blocks until none is left and posts the outcome of each.
const task: JudgeTask = workerData;
judgeBlocks(task, resolveSettings(task), (block) => parentPort?.postMessage(block));
