import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { cannotRepeat } from '../disk/looks.ts';
import { programOnPath, toolEnvironment } from '../programs/externalTool.ts';

/** Ways to run Kustomize, the best first. */
const programs: readonly { readonly command: string; readonly version: string; readonly build: string }[] = [
  { command: 'kustomize', version: 'version', build: 'build' },
  { command: 'kubectl', version: 'version --client', build: 'kustomize' },
];

/** Longer than any build from local files. */
const mostMs = 60_000;
const mostBytes = 256 * 1024 * 1024;

/** What Kustomize made of a folder, and from where each object came; or why it made nothing. */
export type Build =
  | {
      readonly ok: true;
      readonly text: string;
      /** The folder that the objects' `config.kubernetes.io/origin` count from. */
      readonly folder: string;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Builds kustomizations with the `kustomize` or `kubectl` on the PATH. Whoever calls it has been asked to: a program is
 * run on the files of the workspace. Plugins and Helm stay off, as they are by default.
 */
export class KustomizeBuilds {
  readonly #program = programs
    .map((one) => ({ ...one, command: programOnPath(one.command) }))
    .find(({ command, version }) => command !== undefined && run(command, version.split(' '), tmpdir()).status === 0);

  /** Whether there is a program to build with. */
  get isAvailable(): boolean {
    return this.#program !== undefined;
  }

  /** Builds the kustomization of a folder, as the base of one that asks for the origin of each object. */
  build(folder: string): Build {
    const { command, build } = this.#program ?? {};
    if (command === undefined || build === undefined) {
      return { ok: false, message: 'there is neither kustomize nor kubectl' };
    }
    const overlay = realpathSync(mkdtempSync(join(tmpdir(), 'kubecompat-kustomize-')));
    try {
      const base = relative(overlay, realpathSync(folder)).split(sep).join('/');
      const text = `resources: [${JSON.stringify(base)}]\nbuildMetadata: [originAnnotations]\n`;
      writeFileSync(join(overlay, 'kustomization.yaml'), text);
      const { status, stdout, stderr, error } = run(command, [build, overlay], overlay);
      if (status === 0) return { ok: true, text: stdout, folder: overlay };
      return { ok: false, message: failure(stderr) || error?.message || `${command} ended with ${status}` };
    } finally {
      rmSync(overlay, { recursive: true, force: true });
    }
  }
}

/** Nothing of our environment but the PATH, as for every other program that is run. */
function run(command: string, args: readonly string[], cwd: string) {
  cannotRepeat();
  return spawnSync(command, args, {
    cwd,
    env: toolEnvironment(cwd),
    encoding: 'utf8',
    timeout: mostMs,
    maxBuffer: mostBytes,
  });
}

/** The last line says what went wrong, those before it what is deprecated. */
function failure(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1) ?? '';
  return /err="(.*)"$/.exec(line)?.[1]?.replaceAll('\\"', '"') ?? line;
}
