import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadedModule } from './modules.ts';
import type { Release } from './release.ts';
import { digest } from './steps.ts';
import { buildServerProgram, sourceOf } from './workspace.ts';

/**
 * The path of a release's kube-apiserver, built of its modules unless it has been. It takes its place when it is whole.
 * Throws `StepFailed` where it cannot be built.
 */
export function apiServerOf(
  release: Release,
  modules: ReadonlyMap<string, DownloadedModule>,
  folder: string,
  log: (line: string) => void,
): string {
  const key = digest([sourceOf('apiserver'), ...[...modules.values()].map(({ sum }) => sum)]).slice(0, 16);
  const path = join(folder, `kube-apiserver-${key}`);
  if (existsSync(path)) return path;
  const from = Date.now();
  renameSync(buildServerProgram('apiserver', release, modules, folder), path);
  log(`kube-apiserver ${release.version}: built in ${Math.round((Date.now() - from) / 1000)} s`);
  return path;
}
