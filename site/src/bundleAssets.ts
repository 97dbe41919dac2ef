import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { catalogueInside } from '../../scripts/library.mjs';
import { webServer } from '../../scripts/webServer.mjs';
import { writeLanguageFiles } from './languageFiles.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('.', import.meta.url));

/** Bundles scripts and styles of the site into a folder, with the definitions that the playground loads. */
export async function bundleAssets(outdir: string): Promise<void> {
  mkdirSync(join(outdir, 'sets'), { recursive: true });
  const scripts = ['playground', 'checker', 'fields', 'search'];
  await build({
    absWorkingDir: checkout,
    entryPoints: [...scripts.map((name) => join(sources, 'browser', `${name}.ts`)), join(sources, 'styles/site.css')],
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'browser',
    // Scripts, not modules: a page that was opened as a file can load no module.
    format: 'iife',
    target: ['es2022'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [catalogueInside],
  });
  const language = join(outdir, 'language');
  await build({ ...webServer, absWorkingDir: checkout, outdir: language });
  writeLanguageFiles(checkout, language);
  copyFileSync(join(sources, 'styles/icon.svg'), join(outdir, 'icon.svg'));
  const sets = join(checkout, 'server/data/crds');
  for (const name of readdirSync(sets)) {
    if (name !== 'index.json') copyFileSync(join(sets, name), join(outdir, 'sets', name));
  }
}
