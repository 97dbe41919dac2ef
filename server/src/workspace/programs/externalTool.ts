import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { cannotRepeat, mayRun } from '../disk/looks.ts';

/** A run of another program. */
export interface ToolRun {
  /** Absolute, so that nothing in a workspace can stand in for it. */
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** What the program finds in its environment besides a path and a home of its own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a run gave. */
export type ToolResult =
  | { readonly ok: true; readonly output: string }
  /** `refused`: the program ended with an error, which `message` is; else it could not be run to its end. */
  | { readonly ok: false; readonly reason: 'refused' | 'stopped'; readonly message: string };

const mostMs = 60_000;
const mostBytes = 128 * 1024 * 1024;
const mostErrorBytes = 64 * 1024;

/** The file of a program on the PATH; folders that are not absolute are passed over. */
export function programOnPath(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find(isExecutable);
}

/** Whether there is a program at this path. */
export function isExecutable(file: string): boolean {
  return isAbsolute(file) && mayRun(file);
}

/** What a program finds in its environment: the PATH, and a home of its own. */
export function toolEnvironment(home: string): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home };
}

/**
 * Runs another program without a shell: in a home that is empty and gone afterwards, with nothing of our environment but
 * the PATH, with nothing to read, and no longer and with no more output than is sensible. Never rejects.
 */
export async function runTool({ program, args, cwd, env = {} }: ToolRun): Promise<ToolResult> {
  cannotRepeat();
  const home = mkdtempSync(join(tmpdir(), 'kubecompat-tool-'));
  try {
    return await run(program, args, cwd, { ...toolEnvironment(home), ...env });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    let errorBytes = 0;
    let stopped: string | undefined;
    const stop = (why: string) => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`was stopped after ${mostMs / 1000} seconds`), mostMs);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) stop(`was stopped after ${mostBytes / 1024 / 1024} MB of output`);
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorBytes < mostErrorBytes) errors.push(chunk);
      errorBytes += chunk.length;
    });
    const end = (result: ToolResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.on('error', (error) => end({ ok: false, reason: 'stopped', message: `cannot be run: ${error.message}` }));
    child.on('close', (code) => {
      if (stopped !== undefined) end({ ok: false, reason: 'stopped', message: stopped });
      else if (code === 0) end({ ok: true, output: Buffer.concat(output).toString('utf8') });
      else end({ ok: false, reason: 'refused', message: Buffer.concat(errors).toString('utf8').trim() });
    });
  });
}
