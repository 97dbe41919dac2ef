import type { Role } from './role.ts';

/** What a starter asks of the program: the parameter of the function that `runProgram` wraps the bundle of this file in. */
declare const role: Role;

const parts: Readonly<Record<Role, () => Promise<void>>> = {
  'command line': async () => (await import('../cli/main.ts')).runCommandLine(),
  'judging thread': async () => (await import('../workspace/judging/judgeWorker.ts')).serveTasks(),
  'language server thread': async () => (await import('../lsp/closed/thread.ts')).serveThread(),
};

void parts[role]();
