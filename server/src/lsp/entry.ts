import { startServer } from './main.ts';

startServer();
