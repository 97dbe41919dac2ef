#!/usr/bin/env node
// Node compiles its modules with V8's flags at startup: other flags would make it compile the program again.
import 'node:os';
import 'node:worker_threads';
import { expectShortRun } from '../cli/runs/engine.ts';
import { runProgram } from './runProgram.ts';

// A server lives for hours.
if (process.argv[2] !== 'lsp' && process.argv[2] !== 'mcp') {
  void [process.stdout, process.stderr];
  expectShortRun();
}
runProgram('command line');
