// Ends worker threads of a process, as the system does where memory runs out: those that are to judge a file named
// LOSE_AT, LOSE_TIMES times; without LOSE_AT each after a while. Before the program:
// node --require test/harness/loseThreads.cjs PROGRAM
const threads = require('node:worker_threads');

const { LOSE_AT: name, LOSE_TIMES: times } = process.env;
let left = Number(times);
let seed = 25;
const below = (limit) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % limit;
};

threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    if (name !== undefined) return;
    const timer = setTimeout(() => void this.terminate(), 500 + below(5_000));
    timer.unref();
    this.once('exit', () => clearTimeout(timer));
  }

  postMessage(task, ...more) {
    const isLost =
      name !== undefined && left > 0 && task.kind === 'judge' && task.files.some(({ path }) => path.endsWith(name));
    if (!isLost) return super.postMessage(task, ...more);
    left--;
    void this.terminate();
  }
};
