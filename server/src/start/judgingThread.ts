import { runProgram } from './runProgram.ts';

runProgram('judging thread');
