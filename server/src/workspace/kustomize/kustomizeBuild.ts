import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { explainIoError } from '../disk/ioError.ts';
import { realPath } from '../disk/trackedFs.ts';
import { isExecutable, programOnPath, runTool, type ToolRun } from '../programs/externalTool.ts';

/** A program that builds kustomizations. */
export interface KustomizeProgram {
  /** Its file, absolute. */
  readonly file: string;
  /** Its command for that. */
  readonly command: 'build' | 'kustomize';
}

/** The output of Kustomize for a folder, with the origin of each object; or why there is none. */
export type Build =
  | {
      readonly ok: true;
      readonly text: string;
      /** The folder that `config.kubernetes.io/origin` is relative to; it is empty afterwards. */
      readonly folder: string;
    }
  | { readonly ok: false; readonly message: string };

/** The limits of a build, and a signal that ends it with all its child processes. */
export type BuildLimits = Pick<ToolRun, 'signal' | 'max'>;

/** The message without a program to build with. */
export const noKustomize: string = 'neither kustomize nor kubectl is on the PATH';

/**
 * The `kustomize` or else the `kubectl` on the PATH, the first that runs; or the program at a path. Undefined if there
 * is none.
 */
export async function findKustomize(path = ''): Promise<KustomizeProgram | undefined> {
  if (path !== '') return isExecutable(path) ? { file: path, command: commandOf(path) } : undefined;
  for (const [name, ...version] of onPath) {
    const file = programOnPath(name);
    if (file === undefined) continue;
    const { ok } = await runTool({ program: file, args: version, cwd: tmpdir() });
    if (ok) return { file, command: commandOf(file) };
  }
  return undefined;
}

/** The ways to run Kustomize, the best first, with a command that tests them. */
const onPath = [
  ['kustomize', 'version'],
  ['kubectl', 'version', '--client'],
] as const;

function commandOf(file: string): KustomizeProgram['command'] {
  return basename(file).startsWith('kubectl') ? 'kustomize' : 'build';
}

/** Nothing is fetched even if a kustomization changed after it was found to be local. */
const offline = { GIT_ALLOW_PROTOCOL: 'none', HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };

/**
 * Builds the kustomization of a folder, as the base of one that requests the origin of each object. Only on the user's
 * request, because a program runs on workspace files. Plugins and Helm stay off, as by default.
 */
export async function buildKustomization(
  folder: string,
  { file, command }: KustomizeProgram,
  bounds: BuildLimits = {},
): Promise<Build> {
  let overlay: string | undefined;
  try {
    overlay = realPath(mkdtempSync(join(tmpdir(), 'kubecompat-kustomize-')));
    const real = realPath(folder);
    const base = relative(overlay, real).split(sep).join('/');
    const text = `resources: [${JSON.stringify(base)}]\nbuildMetadata: [originAnnotations]\n`;
    writeFileSync(join(overlay, 'kustomization.yaml'), text);
    const result = await runTool({ program: file, args: [command, overlay], cwd: overlay, env: offline, ...bounds });
    if (result.ok) return { ok: true, text: result.output, folder: overlay };
    const name = basename(file);
    if (result.reason === 'stopped') return { ok: false, message: `${name} ${result.message}` };
    return { ok: false, message: failure(result.message, real) || `${name} ended with an error` };
  } catch (error) {
    return { ok: false, message: `a folder ${explainIoError(error).message}` };
  } finally {
    if (overlay !== undefined) rmSync(overlay, { recursive: true, force: true });
  }
}

/** The error, without preceding deprecations and without what our own overlay adds. */
function failure(stderr: string, folder: string): string {
  const { block, line } = /err=<\n(?<block>[\s\S]*)\n >$|err="(?<line>.*)"$/.exec(stderr)?.groups ?? {};
  const output = block ?? line?.replaceAll('\\"', '"') ?? stderr.slice(Math.max(0, stderr.search(/^error:/im)));
  const text = output.trim().slice(0, maxMessage);
  const ours = text.indexOf(`'${folder}' must resolve to a file': `);
  return ours < 0 ? text : text.slice(ours).replace(/^'.*?' must resolve to a file': /, '');
}

const maxMessage = 4_000;
