import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where results of steps, built programs and recordings of releases are kept between runs. */
export function cacheFolder(): string {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kubecompat-kubernetes');
  mkdirSync(folder, { recursive: true });
  return folder;
}
