import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../kubernetes/cacheFolder.ts';
import { fetchModules, moduleFile } from '../kubernetes/modules.ts';
import { mainModule, moduleVersion, parseRelease } from '../kubernetes/release.ts';
import { stagingModules } from '../kubernetes/stagingModules.ts';
import { buildModule, buildServerProgram } from '../kubernetes/workspace.ts';

/** The folder of the Go programs, each around the code of one tool. */
const programs = new URL('go/', import.meta.url).pathname;

/** Builds the program of a tool of Kubernetes' own module in a release of it; returns its path. */
export function buildOfKubernetes(program: string, version: string): string {
  const release = parseRelease(version);
  if (release === undefined) throw new RangeError(`not a release of Kubernetes: ${version}`);
  const folder = join(cacheFolder(), release.version);
  mkdirSync(folder, { recursive: true });
  return buildServerProgram(program, release, fetchModules(release, folder), folder, undefined, programs);
}

/** A module of Go with its version. */
export interface RequiredModule {
  readonly path: string;
  readonly version: string;
}

/**
 * Builds the program of a tool with modules of its own; returns its path. The program is a module inside that of the
 * tool, because Go only lets it import the internal packages of the tool there.
 *
 * @param directives further lines of the go.mod.
 */
export function buildOfModules(
  program: string,
  inside: string,
  modules: readonly RequiredModule[],
  directives = '',
): string {
  const folder = join(cacheFolder(), 'clusters', modules[0]?.version ?? '');
  mkdirSync(folder, { recursive: true });
  const requires = modules.map(({ path, version }) => `require ${path} ${version}\n`).join('');
  return buildModule(program, `module ${inside}/kubecompat\n\ngo 1.22\n\n${requires}${directives}`, folder, programs);
}

/** Lines of a go.mod that require the staging modules of a release, for tools that use Kubernetes' own module. */
export function requireStaging(version: string): string {
  const release = parseRelease(version);
  if (release === undefined) throw new RangeError(`not a release of Kubernetes: ${version}`);
  const folder = join(cacheFolder(), release.version);
  mkdirSync(folder, { recursive: true });
  const upstream = moduleFile(fetchModules(release, folder), mainModule, 'go.mod');
  // Examples are not published for every release, and nothing needs them.
  const staging = stagingModules(upstream).filter((path) => !path.startsWith('k8s.io/sample-'));
  return [
    `require ${mainModule} v${version}`,
    ...staging.map((path) => `require ${path} ${moduleVersion(path, release)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
