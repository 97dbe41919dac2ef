import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { Readable } from 'node:stream';
import { isExecutableFile, markUncacheable } from '../disk/trackedFs.ts';

/** A run of another program. */
export interface ToolRun {
  /** Absolute, so that no file of a workspace can replace it. */
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute; by default its temporary home, which is empty. */
  readonly cwd?: string;
  /** Additional environment variables besides the path and a separate home. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input; empty if absent. */
  readonly input?: string;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Lower limits than the general ones: milliseconds, and bytes of output. */
  readonly max?: { readonly ms?: number; readonly bytes?: number };
}

/** The result of a run; `Output` is text or bytes. */
export type ToolResult<Output = string> =
  | { readonly ok: true; readonly output: Output }
  /** `refused`: the program exited with an error, which is in `message`; otherwise it did not finish. */
  | { readonly ok: false; readonly reason: 'refused' | 'stopped'; readonly message: string };

const maxMs = 60_000;
const maxBytes = 128 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** The file of a program on the PATH; relative folders are ignored. */
export function programOnPath(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find(isExecutable);
}

/** Why no program can be run at all; undefined where programs can. */
export const whyNoPrograms: string | undefined = undefined;

/** Whether there is a program at this path. */
export function isExecutable(file: string): boolean {
  return isAbsolute(file) && isExecutableFile(file);
}

/** The environment of a program: the PATH, and a separate home, by each system's names. */
export function toolEnvironment(home: string): Readonly<Record<string, string>> {
  const names = process.platform === 'win32' ? windowsHome : ['HOME', 'TMPDIR'];
  return { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(names.map((name) => [name, home])) };
}

/** If omitted, Node.js would add these from our own environment. */
const windowsHome = ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'];

/** The same as {@link runToolForBytes} with output that is text in UTF-8. */
export async function runTool(tool: ToolRun): Promise<ToolResult> {
  const result = await runToolForBytes(tool);
  return result.ok ? { ok: true, output: result.output.toString('utf8') } : result;
}

/**
 * Runs another program without a shell: with an empty temporary home, no environment but the PATH, only the given
 * input, and limits on time and output. Its child processes end with it, also if we are killed (except on Windows,
 * which has no process groups). Never rejects.
 */
export async function runToolForBytes(tool: ToolRun): Promise<ToolResult<Buffer>> {
  markUncacheable();
  if (tool.signal?.aborted === true) return cancelled;
  const home = mkdtempSync(join(tmpdir(), 'kubecompat-tool-'));
  try {
    return await run({ cwd: home, ...tool }, { ...toolEnvironment(home), ...tool.env });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const cancelled: ToolResult<never> = { ok: false, reason: 'stopped', message: 'was cancelled' };

function run(tool: ToolRun, env: Readonly<Record<string, string>>): Promise<ToolResult<Buffer>> {
  const { program, args, cwd, input, signal, max = {} } = tool;
  const { ms = maxMs, bytes: allowed = maxBytes } = max;
  return new Promise((resolve) => {
    if (!isExecutable(program)) {
      resolve({ ok: false, reason: 'stopped', message: `cannot be run: ${program} is not a program` });
      return;
    }
    const [file, all] = hasGroups ? ['/bin/sh', ['-c', guarded, 'sh', program, ...args]] : [program, [...args]];
    const child = spawn(file, all, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: hasGroups,
    });
    // It closes with us, however we are ended.
    const ours = child.stdio[3];
    if (ours instanceof Readable) ours.resume();
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    let errorBytes = 0;
    let stopped: string | undefined;
    const kill = () => {
      if (hasGroups && child.pid !== undefined) killGroup(child.pid);
      else child.kill('SIGKILL');
    };
    const stop = (why: string) => {
      stopped ??= why;
      kill();
      // Its children may keep the streams open; do not wait for them.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const cancel = () => stop('was cancelled');
    const timer = setTimeout(() => stop(`was stopped after ${ms / 1000} seconds`), ms);
    signal?.addEventListener('abort', cancel, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > allowed) stop(`was stopped after ${allowed / 1024 / 1024} MB of output`);
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorBytes < maxErrorBytes) errors.push(chunk);
      errorBytes += chunk.length;
    });
    // A program may exit before reading all of its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    const end = (result: ToolResult<Buffer>) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    child.on('error', (error) => end({ ok: false, reason: 'stopped', message: `cannot be run: ${error.message}` }));
    child.on('close', (code) => {
      if (stopped !== undefined) end({ ok: false, reason: 'stopped', message: stopped });
      else if (code === 0) end({ ok: true, output: Buffer.concat(output) });
      else end({ ok: false, reason: 'refused', message: Buffer.concat(errors).toString('utf8').trim() });
    });
  });
}

const hasGroups = process.platform !== 'win32';

/**
 * Runs a program and kills its process group when the other end of the fourth stream closes: we have exited, possibly
 * by an uncatchable signal. The remaining arguments are the program and its arguments.
 */
const guarded =
  '(read -r _ <&3; kill -9 0) </dev/null >/dev/null 2>&1 & guard=$!; "$@" 3<&-; status=$?; exec 2>/dev/null; kill -9 $guard; exit $status';

/** Kills a process with its children; ignores a missing one. */
function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It has exited by itself.
  }
}
