import { type EmbeddedFiles, readFromExecutable } from '../workspace/shipped/embeddedFiles.ts';
import type { ThreadRole } from './role.ts';

/**
 * The program's parameters from a starter: parameters of the function that the build creates from the bundle of this
 * file.
 */
declare const role: ThreadRole;
/** The embedded files of the program. */
declare const inside: EmbeddedFiles | undefined;

const parts: Readonly<Record<ThreadRole, () => Promise<void>>> = {
  'command line': async () => (await import('../cli/main.ts')).runCommandLine(),
  'assistant thread': async () => (await import('../mcp/jobs/serveJobs.ts')).serveJobs(),
  'judging thread': async () => (await import('../workspace/judging/judgeWorker.ts')).serveTasks(),
  'language server thread': async () => (await import('../lsp/closed/thread.ts')).serveThread(),
};

if (inside !== undefined) readFromExecutable(inside);
void parts[role]();
