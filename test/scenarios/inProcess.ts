import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { saveParts, type Terminal } from '../../server/src/cli/output/terminal.ts';
import type { CliRun, RunOptions, Workspace } from '../cli/harness.ts';
import { windowsNode } from '../windows/node.ts';

/** The options of a run. */
interface Surroundings {
  /** The working folder. */
  readonly folder: string;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs the command line in a workspace: in this process, which is faster, or in a separate one on Windows and with
 * another PATH, as a process looks up programs once.
 */
export async function runIn(workspace: Workspace, args: readonly string[], options: RunOptions): Promise<CliRun> {
  const { cwd = '.', stdin = '', env = {} } = options;
  // The cluster is in this process, which a command must not block.
  if (windowsNode !== undefined && 'KUBECONFIG' in env) return workspace.start(args, options);
  const isApart = windowsNode !== undefined || 'PATH' in env;
  // Asynchronously, as this process may be the server that the command uses; only `run` can pass input.
  if (isApart)
    return stdin === '' && windowsNode === undefined ? workspace.start(args, options) : workspace.run(args, options);
  return runHere(args, { folder: join(workspace.path, cwd), stdin, env });
}

/** Runs the command line in this process, without colours, in a given working folder. */
async function runHere(args: readonly string[], { folder, stdin, env }: Surroundings): Promise<CliRun> {
  // Imported like the commands: mocha loads tests with `require`, which would create other module instances.
  const { runReportingErrors } = await import('../../server/src/cli/main.ts');
  const { confine } = await import('../../server/src/workspace/disk/confinement.ts');
  const { useCatalogue } = await import('../../server/src/workspace/shipped/catalogueInUse.ts');
  const { markUncacheable } = await import('../../server/src/workspace/disk/trackedFs.ts');
  const out: string[] = [];
  const err: string[] = [];
  const write = (message: string) => {
    err.push(`${message}\n`);
  };
  const terminal: Terminal = {
    cwd: folder,
    out: (parts) => {
      out.push(...parts);
    },
    stream: async (parts) => {
      for (const part of parts) out.push(part);
    },
    err: write,
    problem: (message, remedy) => write(`kubecompat: ${message}\n  do   ${remedy}`),
    save: saveParts,
    makeFolder: (path) => {
      mkdirSync(path, { recursive: true });
    },
    readStdin: () => {
      markUncacheable();
      return Buffer.from(stdin);
    },
    style: (_, text) => text,
    width: undefined,
    status: undefined,
  };
  const before = { cwd: process.cwd(), env: { ...process.env } };
  process.chdir(folder);
  Object.assign(process.env, env);
  try {
    const exit = await runReportingErrors(args, terminal);
    return { exit, stdout: out.join(''), stderr: err.join('') };
  } finally {
    process.chdir(before.cwd);
    for (const name of Object.keys(env)) {
      const value = before.env[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    confine(undefined);
    useCatalogue(undefined);
  }
}
