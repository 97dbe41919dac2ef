import { writeFileSync } from 'node:fs';
import { expectShortRun } from '../cli/runs/engine.ts';
import { compiledFile, runProgram } from './runProgram.ts';

// Part of the build: runs a command line and stores V8's code cache, which is what such runs need.
expectShortRun();
const script = runProgram('command line');
process.on('exit', () => writeFileSync(compiledFile, script.createCachedData()));
