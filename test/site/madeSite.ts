import { join } from 'node:path';
import { version } from '../../package.json';
import { buildSite } from '../../site/src/buildSite.ts';
import { run } from '../release/madeRelease.ts';
import { releaseVariable } from '../setup/release.mjs';

/**
 * Builds the site into a folder, and returns the folder of its pages: those of the release of `npm test`, if there is
 * one.
 */
export async function madeSite(folder: string): Promise<string> {
  const site = join(folder, 'kubecompat-site');
  const release = process.env[releaseVariable];
  if (release === undefined) await buildSite({ out: site, repository: undefined });
  else run('tar', ['-xzf', join(release, `kubecompat-site-${version}.tar.gz`), '-C', folder]);
  return site;
}
