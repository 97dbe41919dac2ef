import type { Role } from './role.ts';

/** What a starter asks of the program: a parameter of the function that the build makes of the bundle of this file. */
declare const role: Role;

const parts: Readonly<Record<Role, () => Promise<void>>> = {
  'command line': async () => (await import('../cli/main.ts')).runCommandLine(),
  'assistant thread': async () => (await import('../mcp/jobs/serveJobs.ts')).serveJobs(),
  'judging thread': async () => (await import('../workspace/judging/judgeWorker.ts')).serveTasks(),
  'language server thread': async () => (await import('../lsp/closed/thread.ts')).serveThread(),
};

void parts[role]();
