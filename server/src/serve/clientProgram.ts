import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program to run, with the streams of this process. */
export interface ClientProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Runs a client with a separate kubeconfig, which is removed afterwards. Returns its exit code. Rejects if it cannot be
 * started.
 */
export async function runClient({ program, args, cwd }: ClientProgram, kubeconfig: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-with-'));
  try {
    const file = join(folder, 'config');
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    // kubectl keeps discovery by address, and ports are used again.
    const env = { ...process.env, KUBECONFIG: file, KUBECACHEDIR: join(folder, 'cache') };
    return await exitOf(spawn(program, args, { stdio: 'inherit', env, cwd }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exitOf(child: ReturnType<typeof spawn>): Promise<number> {
  // The terminal sends Ctrl-C to the program as well, which decides.
  const stay = () => undefined;
  const end = () => {
    child.kill('SIGTERM');
  };
  process.on('SIGINT', stay).on('SIGTERM', end);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    process.off('SIGINT', stay).off('SIGTERM', end);
  }
}
