// Ends each worker thread of the process after a while, as the system does where memory runs out. Before the program:
// node --require test/soak/loseThreads.cjs PROGRAM
const threads = require('node:worker_threads');

let seed = 25;
const below = (limit) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % limit;
};

threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    const timer = setTimeout(() => void this.terminate(), 500 + below(5_000));
    timer.unref();
    this.once('exit', () => clearTimeout(timer));
  }
};
