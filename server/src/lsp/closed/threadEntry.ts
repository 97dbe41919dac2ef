import { serveThread } from './thread.ts';

serveThread();
