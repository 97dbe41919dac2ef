// Packs the content of `kubecompat catalogue update`: the catalogue and the built-in sets, as an npm package.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTarball } from './archive.mjs';
import { linksOf } from './links.mjs';

/** The package's name, also in `installedCatalogue.ts`. */
export const cataloguePackage = 'kubecompat-catalogue';

/**
 * The version of a catalogue: its format, its newest minor of Kubernetes, and a date.
 *
 * @param epoch seconds since 1970: the commit time of the catalogue.
 */
export function catalogueVersion({ format, newest }, epoch) {
  const day = new Date(Number(epoch) * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  return `${format}.${newest}.${day}`;
}

/**
 * Packs the catalogue. The same files and the same time give the same bytes.
 *
 * @param data the folder with `catalog.json` and `crds/`: `server/data`, or `dist`.
 * @param archive gives the path of the archive, by the version of the package.
 * @param epoch see {@link catalogueVersion}.
 * @param repository the address of the source, if there is one.
 * @returns the version and the path.
 */
export async function packCatalogue(data, archive, epoch, repository) {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-catalogue-'));
  try {
    const pack = JSON.parse(readFileSync(join(data, 'catalog.json'), 'utf8'));
    const version = catalogueVersion(pack, epoch);
    const sets = readdirSync(join(data, 'crds')).sort();
    const [set] = sets.filter((name) => name !== 'index.json' && name !== 'kinds.json');
    const names = ['catalog.json', ...sets.map((name) => `crds/${name}`)];
    mkdirSync(join(folder, 'crds'));
    for (const name of names) cpSync(join(data, name), join(folder, name));
    cpSync('LICENSE', join(folder, 'LICENSE'));
    const manifest = {
      name: cataloguePackage,
      version,
      description: 'What is known of Kubernetes releases, for kubecompat catalogue update',
      license: JSON.parse(readFileSync('package.json', 'utf8')).license,
      ...linksOf(repository),
      kubecompat: {
        kubernetes: pack.version,
        formats: { catalog: pack.format, crds: JSON.parse(readFileSync(join(data, 'crds', set), 'utf8')).format },
        files: Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(folder, name)))])),
      },
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), readme(pack.version));
    const path = archive(version);
    await writeTarball(path, folder, { prefix: 'package/' });
    return { version, path };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readme(kubernetes) {
  return `# The catalogue of Kubecompat

What is known of Kubernetes releases up to ${kubernetes}, and of the CustomResourceDefinitions of built-in projects. It is no
program: \`kubecompat catalogue update\` downloads it, checks it, and uses it where it is named or pinned.
`;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
