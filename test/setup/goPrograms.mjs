// Programs that are built once from the Go module proxy, into node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, onPath } from './programs.mjs';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache');
const readers = join(root, 'tools', 'kubernetes', 'go');

/** The path of Helm. */
export function needHelm() {
  return build('helm', 'v3.22.0', 'helm.sh/helm/v3/cmd/helm');
}

/** The path of the user's program for building kustomizations, or of kustomize. */
export function needKustomize() {
  const path = onPath('kustomize') ?? onPath('kubectl');
  return path === undefined ? build('kustomize', 'v5.8.1', 'sigs.k8s.io/kustomize/kustomize/v5') : { path };
}

/**
 * The folder of the readers of Go source (`tools/kubernetes/go`). Tests rebuild them from Go's build cache: the first
 * build compiles the standard library.
 */
export function needGoReaders() {
  if (onPath('go') === undefined) return { reason: 'there is no Go to build readers of Go source with' };
  mkdirSync(cache, { recursive: true });
  for (const name of ['functions', 'shapes']) {
    const source = join(readers, name);
    const files = readdirSync(source).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));
    const args = ['build', '-trimpath', '-o', join(cache, name), ...files];
    const { status, stderr, error } = spawnSync('go', args, { cwd: source, encoding: 'utf8' });
    if (status !== 0) return { reason: `${name} cannot be built: ${error?.message ?? lastLine(stderr)}` };
  }
  return { path: readers };
}

function build(name, version, pkg) {
  const folder = join(cache, `${name}-${version}`);
  const path = join(folder, name);
  if (existsSync(path)) return { path };
  if (onPath('go') === undefined) return { reason: `there is no Go to build ${name} ${version} with` };
  mkdirSync(folder, { recursive: true });
  const { status, stderr, error } = spawnSync('go', ['install', `${pkg}@${version}`], {
    encoding: 'utf8',
    env: { ...process.env, GOBIN: folder, GOFLAGS: `${process.env.GOFLAGS ?? ''} -mod=mod`.trim() },
  });
  return status === 0
    ? { path }
    : { reason: `${name} ${version} cannot be built: ${error?.message ?? lastLine(stderr)}` };
}
