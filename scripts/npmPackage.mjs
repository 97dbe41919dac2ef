// Packs the npm package `kubecompat`: the built command line, the library with its types, and the schemas.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTarball } from './archive.mjs';
import { copyCommandLine } from './commandLineFiles.mjs';
import { buildLibrary } from './library.mjs';
import { linksOf } from './links.mjs';

/** The parts of our package.json that apply to the package: everything is bundled, so there are no dependencies. */
const kept = ['name', 'version', 'license', 'keywords', 'type', 'bin'];

/**
 * @param built the folder of `scripts/build.mjs`.
 * @param archive the package to write.
 * @param repository the address of the source, if there is one.
 */
export async function packForNpm(built, archive, repository) {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-npm-'));
  try {
    const ours = JSON.parse(readFileSync('package.json', 'utf8'));
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8'));
    const manifest = {
      ...Object.fromEntries(kept.map((key) => [key, ours[key]])),
      description: texts.description,
      ...linksOf(repository),
      engines: { node: ours.engines.node },
      exports: {
        '.': { types: './library/index.d.ts', default: './library/index.js' },
        './sets/*.json': './dist/crds/*.json',
        './package.json': './package.json',
      },
      types: './library/index.d.ts',
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    copyCommandLine(built, join(folder, 'dist'));
    for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'schemas']) {
      cpSync(name, join(folder, name), { recursive: true });
    }
    await buildLibrary(join(folder, 'library'));
    await writeTarball(archive, folder, { prefix: 'package/', programs: ['dist/cli.js'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
