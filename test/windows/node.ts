// Node.js for Windows, which runs under Wine: the command line as Windows has it, paths, names and drive letters included.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wineEnvironment } from '../setup/windows.mjs';

/** Where tests that can run on either system find `node.exe`; absent where they run on this one. */
export const windowsNode = process.env['KUBECOMPAT_WINDOWS_NODE'];

/** A run of `node.exe`. */
export interface WindowsRun {
  /** Absolute, as this system writes it. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How Windows under Wine names a file of this system. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** Runs it to its end. What it writes goes into files, since Node.js refuses the pipes that Wine gives it for that. */
export function runOnWindows(
  node: string,
  { script, args, cwd, stdin = '', env = {} }: WindowsRun,
): { readonly exit: number | null; readonly stdout: string; readonly stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-wine-'));
  const file = (name: string) => join(folder, name);
  try {
    const streams = [openSync(file('out'), 'w'), openSync(file('err'), 'w')] as const;
    const { status } = spawnSync('wine', [node, windowsPath(script), ...args], {
      cwd,
      input: stdin,
      stdio: ['pipe', ...streams],
      env: { ...process.env, ...wineEnvironment, ...env },
    });
    for (const stream of streams) closeSync(stream);
    return { exit: status, stdout: readFileSync(file('out'), 'utf8'), stderr: readFileSync(file('err'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
