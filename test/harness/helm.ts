import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notRun } from './notRun.ts';

const version = 'v3.22.0';
const folder = fileURLToPath(new URL(`../../node_modules/.cache/helm-${version}/`, import.meta.url));

/**
 * The folder with the helm binary. It is built from the Go module proxy once, where everything is required
 * (`KUBECOMPAT_REQUIRE_ALL=1`); elsewhere a test that needs it runs only if it is there already.
 */
export function helmFolder(context: Mocha.Context): string {
  if (existsSync(`${folder}helm`)) return folder;
  if (process.env['KUBECOMPAT_REQUIRE_ALL'] !== '1') notRun(context, `helm ${version} has not been built here`);
  mkdirSync(folder, { recursive: true });
  const { status, stderr, error } = spawnSync('go', ['install', `helm.sh/helm/v3/cmd/helm@${version}`], {
    encoding: 'utf8',
    env: { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' },
  });
  if (status !== 0) notRun(context, `helm ${version} cannot be built: ${error?.message ?? stderr.slice(-200)}`);
  return folder;
}
