import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../site/src/buildSite.ts';

let siteFolder: string | undefined;

/** The site of this checkout, made once for all tests of a run. */
export async function builtSite(): Promise<string> {
  if (siteFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-site-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    await buildSite({ out: folder, repository: undefined });
    siteFolder = folder;
  }
  return siteFolder;
}
