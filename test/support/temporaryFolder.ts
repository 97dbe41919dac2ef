import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that exists as long as this process. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kubecompat-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
