import { runProgram } from './runProgram.ts';

runProgram('language server thread');
