import { isMainThread } from 'node:worker_threads';
import { serveThread } from './closed/thread.ts';
import { startServer } from './main.ts';

// One bundle is both: the server, and each of its threads.
if (isMainThread) startServer();
else serveThread();
