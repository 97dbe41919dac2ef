import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generatedSources } from './generatedSources.ts';
import { run, StepFailed } from './go.ts';
import { type DownloadedModule, moduleFile } from './modules.ts';
import { mainModule, type Release } from './release.ts';
import { stagingFolders, stagingModules } from './stagingModules.ts';
import { digest } from './steps.ts';

/** The folder of the Go programs. */
const programs = new URL('go/', import.meta.url).pathname;

/** The source of a program, for telling whether it has changed. */
export function sourceOf(program: string, from = programs): string {
  return digest(sourceFiles(program, from).map((path) => readFileSync(path, 'utf8')));
}

/** The files of a program, and those beside the programs of its folder, which they share. */
function sourceFiles(program: string, from: string): string[] {
  const shared = readdirSync(from).filter((name) => name.endsWith('.go'));
  const own = readdirSync(join(from, program)).map((name) => join(program, name));
  return [...own.sort(), ...shared.sort()].map((name) => join(from, name));
}

/** Builds a program without module dependencies; returns its path. */
export function buildParser(program: string, folder: string): string {
  return buildModule(program, `module kubecompat.tools/${program}\n\ngo 1.22\n`, folder, programs);
}

/** Builds a program of the folder `from` in the module of a go.mod; returns its path. */
export function buildModule(program: string, module: string, folder: string, from: string): string {
  const work = prepared(program, folder, from);
  writeFileSync(join(work, 'go.mod'), module);
  run('go', ['build', '-mod=mod', '-trimpath', '-o', 'program', '.'], work);
  return join(work, 'program');
}

/**
 * The path of a program with the code of a release, built unless it has been; the first time this takes minutes, as
 * most programs compile all of kube-apiserver.
 */
export function buildServerProgram(
  program: string,
  release: Release,
  downloaded: ReadonlyMap<string, DownloadedModule>,
  folder: string,
  log: (line: string) => void = console.error,
  from = programs,
): string {
  const built = join(folder, program, 'program');
  const kubernetes = downloaded.get(mainModule)?.folder ?? '';
  const generated = generatedSources(program, kubernetes);
  const sums = [...downloaded.values()].map(({ sum }) => sum);
  const madeOf = digest([sourceOf(program, from), ...generated.values(), linkerFlags(release), ...sums]);
  const mark = join(folder, program, 'made-of');
  if (existsSync(built) && existsSync(mark) && readFileSync(mark, 'utf8') === madeOf) return built;
  const work = prepared(program, folder, from);
  const upstream = moduleFile(downloaded, mainModule, 'go.mod');
  const staging = stagingFolders(stagingModules(upstream), release, folder, log);
  writeFileSync(join(work, 'go.mod'), goModule(upstream, new Map([[mainModule, kubernetes], ...staging.folders])));
  for (const [name, source] of generated) writeFileSync(join(work, name), source);
  try {
    const flags = ['-mod=mod', '-trimpath', '-tags', buildTags(release), '-ldflags', linkerFlags(release)];
    run('go', ['build', ...flags, '-o', 'program', '.'], work);
  } catch (error) {
    if (!(error instanceof StepFailed) || staging.absent.length === 0) throw error;
    throw new StepFailed(`${error.message}\nThese modules cannot be had:\n${staging.absent.join('\n')}`);
  }
  writeFileSync(mark, madeOf);
  return built;
}

function prepared(program: string, folder: string, from: string): string {
  const work = join(folder, program);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const path of sourceFiles(program, from)) cpSync(path, join(work, basename(path)));
  return work;
}

/** The build tags of our programs, for what releases call differently. */
function buildTags({ minor }: Release): string {
  return minor < 35 ? 'before135' : '';
}

/** The version flags of a released binary. */
function linkerFlags(release: Release): string {
  const [major = '', minor = ''] = release.version.split('.');
  const facts = { gitMajor: major, gitMinor: minor, gitVersion: `v${release.version}`, gitTreeState: 'clean' };
  return [
    '-s',
    '-w',
    ...Object.entries(facts).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`),
  ].join(' ');
}

/** Above every version that a module of Kubernetes requires of another, so that all are taken from their folders. */
const fixedVersion = (path: string): string => (path === mainModule ? 'v1.999.0' : 'v0.999.0');

/**
 * A module around the modules of a release, each in its folder: Kubernetes points its staging modules at its own tree,
 * which its module does not hold. Go's build cache distinguishes packages by the versions of their modules; as these are
 * the same for every release, a patch compiles only what it changes.
 */
export function goModule(upstream: string, folders: ReadonlyMap<string, string>): string {
  const language = /^go (\S+)/m.exec(upstream)?.[1];
  if (language === undefined || stagingModules(upstream).length === 0)
    throw new StepFailed(`${mainModule}: its go.mod names no staging modules`);
  const paths = [...folders];
  return [
    'module kubecompat.tools\n',
    `go ${language}\n`,
    `require (\n${paths.map(([path]) => `\t${path} ${fixedVersion(path)}`).join('\n')}\n)\n`,
    `replace (\n${paths.map(([path, at]) => `\t${path} => ${JSON.stringify(at)}`).join('\n')}\n)\n`,
  ].join('\n');
}
