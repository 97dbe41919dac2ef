import { type FilesInside, readFromInside } from '../workspace/shipped/filesInside.ts';
import type { Role } from './role.ts';

/** What a starter asks of the program: parameters of the function that the build makes of the bundle of this file. */
declare const role: Role;
/** What ships with the program, where that lies in it. */
declare const inside: FilesInside | undefined;

const parts: Readonly<Record<Role, () => Promise<void>>> = {
  'command line': async () => (await import('../cli/main.ts')).runCommandLine(),
  'assistant thread': async () => (await import('../mcp/jobs/serveJobs.ts')).serveJobs(),
  'judging thread': async () => (await import('../workspace/judging/judgeWorker.ts')).serveTasks(),
  'language server thread': async () => (await import('../lsp/closed/thread.ts')).serveThread(),
};

if (inside !== undefined) readFromInside(inside);
void parts[role]();
