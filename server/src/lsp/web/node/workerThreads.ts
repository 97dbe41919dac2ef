/* The used part of `node:worker_threads`: closed files are judged in this thread if no script for another is found. */

/** Cannot be made. */
export class Worker {
  constructor() {
    throw new Error('there are no threads of Node.js in a browser');
  }
}
