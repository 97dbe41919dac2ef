import { parentPort, workerData } from 'node:worker_threads';
import { readCatalog } from './catalogFile.ts';
import { type JudgeTask, judgeBlocks, resolveSettings } from './judgeBlocks.ts';

// The second thread of a large run: judges blocks until none is left and posts the outcome of each.
const task: JudgeTask = workerData;
judgeBlocks(task, resolveSettings(task, readCatalog()), (block) => parentPort?.postMessage(block));
