import { execFile, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Files, WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { runOnWindows, windowsNode } from '../windows/node.ts';

export type { Files };

const root = fileURLToPath(new URL('../../', import.meta.url));
let bundle: string | undefined;

/**
 * Bundles the command line of this source tree, once per process, as `npm run build` does. With `npm test`,
 * it is already built, and a variable names the folder. Returns the path of `cli.js`.
 */
export function builtCli(): string {
  bundle ??= process.env['KUBECOMPAT_BUILT'];
  if (bundle !== undefined) return join(bundle, 'cli.js');
  const folder = temporaryFolder('cli');
  // The bundle is ESM, which the package.json must state.
  const out = join(folder, 'dist');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', out], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command line does not build: ${stderr}`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  bundle = out;
  return join(out, 'cli.js');
}

// Once for the whole run, before all tests, as these have time limits.
before(function () {
  this.timeout(0);
  builtCli();
});

/** A folder for one test, in which the command line runs. */
export class Workspace extends WorkspaceFolder {
  /** Runs the command line here as a user would. */
  run(args: readonly string[], options: RunOptions = {}): CliRun {
    const cwd = join(this.path, options.cwd ?? '.');
    const env = { NO_COLOR: undefined, FORCE_COLOR: undefined, ...options.env };
    const { stdin = '' } = options;
    if (windowsNode !== undefined) return runOnWindows(windowsNode, { script: builtCli(), args, cwd, stdin, env });
    const result = spawnSync(process.execPath, [builtCli(), ...args], {
      cwd,
      input: stdin,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 26,
    });
    return { exit: result.status, stdout: result.stdout, stderr: result.stderr };
  }

  /** The same without blocking this process, which may be the server that the command line uses. */
  start(args: readonly string[], options: Omit<RunOptions, 'stdin'> = {}): Promise<CliRun> {
    const settings = {
      cwd: join(this.path, options.cwd ?? '.'),
      encoding: 'utf8' as const,
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...options.env },
      maxBuffer: 2 ** 26,
    };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [builtCli(), ...args], settings, (_, stdout, stderr) =>
        resolve({ exit: child.exitCode, stdout, stderr }),
      );
      child.stdin?.end();
    });
  }

  /** Starts a command that does not end by itself, and interrupts it once it has printed something. */
  interrupt(args: readonly string[], options: Omit<RunOptions, 'stdin'> = {}): Promise<CliRun> {
    const cwd = join(this.path, options.cwd ?? '.');
    const child = spawn(process.execPath, [builtCli(), ...args], { cwd, env: { ...process.env, ...options.env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
      child.kill('SIGINT');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    return new Promise((resolve) => child.on('close', (exit) => resolve({ exit, stdout, stderr })));
  }
}

/** The options of a run. */
export interface RunOptions {
  readonly stdin?: string;
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The result of a run. */
export interface CliRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a workspace that exists only for this run. */
export function runIn(files: Files, args: readonly string[], options: RunOptions = {}): CliRun {
  const workspace = new Workspace(files);
  try {
    return workspace.run(args, options);
  } finally {
    workspace.remove();
  }
}
