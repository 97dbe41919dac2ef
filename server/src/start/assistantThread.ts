import { runProgram } from './runProgram.ts';

runProgram('assistant thread');
