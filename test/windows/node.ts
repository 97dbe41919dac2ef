// Node.js for Windows under Wine: the command line on Windows, including paths, names and drive letters.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wineEnvironment } from '../setup/windows.mjs';

/** The path of `node.exe` for tests that run on either system; absent for tests on this system. */
export const windowsNode = process.env['KUBECOMPAT_WINDOWS_NODE'];

/** A run of `node.exe`. */
export interface WindowsRun {
  /** Absolute, as a path of this system. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The path of a file of this system for Windows under Wine. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** Runs it and waits for its end. Its output goes to files, because Node.js refuses Wine's pipes. */
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
