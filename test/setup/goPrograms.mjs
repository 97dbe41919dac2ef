// Programs that are built once from the Go module proxy, into node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, onPath } from './programs.mjs';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache');
const readers = join(root, 'tools', 'kubernetes', 'go');

/** The path of Helm. */
export function needHelm() {
  return build('helm', 'v3.22.0', 'helm.sh/helm/v3/cmd/helm');
}

/** The path of kubectl 1.37; its release has no program that `go install` takes. */
export function needKubectl() {
  return buildKubectl('v0.37.1');
}

/** The path of an older kubectl. */
export function needOldKubectl() {
  return buildKubectl('v0.34.4');
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

const kubectlMain = `package main

import (
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	util.CheckErr(cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()))
}
`;

function buildKubectl(version) {
  const folder = join(cache, `kubectl-${version}`);
  const path = join(folder, 'kubectl');
  if (existsSync(path)) return { path };
  if (onPath('go') === undefined) return { reason: `there is no Go to build kubectl ${version} with` };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.go'), kubectlMain);
  writeFileSync(join(folder, 'go.mod'), 'module kubectl\n');
  const modules = ['kubectl', 'component-base', 'client-go', 'api', 'apimachinery', 'cli-runtime'];
  const steps = [
    ['get', ...modules.map((name) => `k8s.io/${name}@${version}`)],
    ['mod', 'tidy'],
    ['build', '-o', 'kubectl', '.'],
  ];
  for (const args of steps) {
    const { status, stderr, error } = spawnSync('go', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) return { reason: `kubectl ${version} cannot be built: ${error?.message ?? lastLine(stderr)}` };
  }
  return { path };
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
