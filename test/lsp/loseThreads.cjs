// Ends a worker thread of the process that is to judge a file named LOSE_AT, LOSE_TIMES times.
const threads = require('node:worker_threads');

let left = Number(process.env.LOSE_TIMES);

threads.Worker = class extends threads.Worker {
  postMessage(task, ...more) {
    const isBad =
      left > 0 && task.kind === 'judge' && task.files.some(({ path }) => path.endsWith(process.env.LOSE_AT));
    if (!isBad) return super.postMessage(task, ...more);
    left--;
    void this.terminate();
  }
};
