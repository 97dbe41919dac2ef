#!/usr/bin/env node
// Node has its modules compiled, for V8 as it starts: with other flags it would compile what the program needs again.
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
