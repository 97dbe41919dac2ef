import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, StepFailed } from './go.ts';
import { type Module, moduleFile } from './modules.ts';
import { mainModule, moduleVersion, type Release } from './release.ts';
import { digest } from './steps.ts';

/** The folder of the Go programs. */
const programs = new URL('go/', import.meta.url).pathname;

/** The source of a program, for telling whether it has changed. */
export function sourceOf(program: string): string {
  const folder = join(programs, program);
  return digest(
    readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
}

/** Builds a program without module dependencies; returns its path. */
export function buildParser(program: string, folder: string): string {
  const work = prepared(program, folder);
  writeFileSync(join(work, 'go.mod'), `module kubecompat.tools/${program}\n\ngo 1.22\n`);
  run('go', ['build', '-trimpath', '-o', 'program', '.'], work);
  return join(work, 'program');
}

/** Builds a program with the code of a release; the first time this takes minutes, as all of kube-apiserver is compiled. */
export function buildServerProgram(
  program: string,
  release: Release,
  brought: ReadonlyMap<string, Module>,
  folder: string,
  say: (line: string) => void = console.error,
): string {
  const work = prepared(program, folder);
  const upstream = moduleFile(brought, mainModule, 'go.mod');
  writeFileSync(join(work, 'go.mod'), goModule(upstream, release));
  if (program === 'server') writeFileSync(join(work, 'providers.go'), providers(brought.get(mainModule)?.folder ?? ''));
  const build = () =>
    run('go', ['build', '-mod=mod', '-trimpath', '-ldflags', linkerFlags(release), '-o', 'program', '.'], work);
  try {
    build();
  } catch (error) {
    const others = error instanceof StepFailed ? standIns(upstream, release, folder) : new Map<string, string>();
    if (others.size === 0) throw error;
    for (const [path, version] of others)
      say(`${path} ${moduleVersion(path, release)} cannot be had: ${version} stands in`);
    writeFileSync(join(work, 'go.mod'), goModule(upstream, release, others));
    build();
  }
  return join(work, 'program');
}

/** The newest release that can be had of each staging module that this release lacks: of some previews not all were published. */
function standIns(upstream: string, release: Release, folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of stagingModules(upstream)) {
    if (said('go', ['mod', 'download', `${path}@${moduleVersion(path, release)}`], folder) !== undefined) continue;
    const listed = said('go', ['list', '-m', '-versions', '-f', '{{join .Versions " "}}', `${path}@latest`], folder);
    const newest = listed
      ?.trim()
      .split(' ')
      .findLast((version) => said('go', ['mod', 'download', `${path}@${version}`], folder) !== undefined);
    if (newest !== undefined) found.set(path, newest);
  }
  return found;
}

/** The output of a program; undefined if it failed. */
function said(program: string, args: readonly string[], folder: string): string | undefined {
  try {
    return run(program, args, folder);
  } catch (error) {
    if (error instanceof StepFailed) return undefined;
    throw error;
  }
}

function stagingModules(upstream: string): string[] {
  return [...upstream.matchAll(/^\s+(k8s\.io\/\S+) => \.\/staging\//gm)].map(([, path = '']) => path);
}

function prepared(program: string, folder: string): string {
  const work = join(folder, program);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  cpSync(join(programs, program), work, { recursive: true });
  return work;
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

/** A module around a release, with other versions of the modules that it lacks: Kubernetes points its staging modules at its own tree, which its module does not hold. */
export function goModule(upstream: string, release: Release, others: ReadonlyMap<string, string> = new Map()): string {
  const language = /^go (\S+)/m.exec(upstream)?.[1];
  const staging = stagingModules(upstream);
  if (language === undefined || staging.length === 0)
    throw new StepFailed(`${mainModule} ${release.version}: go.mod names no staging modules`);
  const replaced = staging.map((path) => `\t${path} => ${path} ${others.get(path) ?? moduleVersion(path, release)}`);
  return [
    'module kubecompat.tools\n',
    `go ${language}\n`,
    `require ${mainModule} ${moduleVersion(mainModule, release)}\n`,
    `replace (\n${replaced.join('\n')}\n)\n`,
  ].join('\n');
}

/** Groups that are installed otherwise, and one for tests. */
const notProvided = new Set(['core', 'testapigroup']);

/** Go source with the installer of each group of the release. */
function providers(kubernetes: string): string {
  const registry = join(kubernetes, 'pkg/registry');
  const found = readdirSync(registry)
    .filter((group) => !notProvided.has(group) && existsSync(join(registry, group, 'rest')))
    .map((group) => [group, providerType(join(registry, group, 'rest'))] as const);
  const imports = found.map(([group], index) => `\tp${index} "k8s.io/kubernetes/pkg/registry/${group}/rest"`);
  const made = found.map(([, type], index) => `\t\tready(p${index}.${type}{}),`);
  return `package main\n\nimport (\n${imports.join('\n')}\n)\n\nfunc providers() []provider {\n\treturn []provider{\n${made.join('\n')}\n\t}\n}\n`;
}

function providerType(folder: string): string {
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const found = /^type (\w*StorageProvider) struct/m.exec(source)?.[1];
  if (found === undefined) throw new StepFailed(`${folder}: no type that installs the group`);
  return found;
}
