#!/usr/bin/env node
import { expectShortRun } from './engine.ts';
import { runProgram } from './runProgram.ts';

// A server lives for hours.
if (process.argv[2] !== 'lsp') expectShortRun();
runProgram('command line');
