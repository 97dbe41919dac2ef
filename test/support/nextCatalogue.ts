import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packCatalogue } from '../../scripts/catalogue.mjs';
import { object } from '../../server/data/generator/json.ts';
import { readArchive } from '../../server/src/publishers/archives.ts';
import { formatMinor, minor } from '../../server/src/targets/version.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';

const newest = readCatalog().newest;

/** The newest minor that this build knows, and the one after it: `1.37`. */
export const [known, next] = [formatMinor(newest), formatMinor(minor(newest + 1))];

/** The version of {@link catalogueOfNextMinor}. */
export const nextVersion = `1.${newest + 1}.20270115`;

/** Seconds since 1970 of 2027-01-15. */
const someDay = 1_800_000_000;

/** A catalogue whose newest minor has the facts of the one before it, as npm would be given it. */
export async function catalogueOfNextMinor(): Promise<Buffer> {
  const data = new URL('../../server/data/', import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-next-'));
  try {
    cpSync(new URL('crds', data), join(folder, 'crds'), { recursive: true });
    const pack = object(JSON.parse(readFileSync(new URL('catalog.json', data), 'utf8')));
    const binaries = Array.isArray(pack['binaries']) ? pack['binaries'].map(object) : [];
    const last = binaries.at(-1) ?? {};
    const extended = [...binaries, { ...last, minor: newest + 1 }];
    const later = { ...pack, version: `${next}.0`, newest: newest + 1, binaries: extended };
    writeFileSync(join(folder, 'catalog.json'), JSON.stringify(later));
    const { path, version } = await packCatalogue(folder, () => join(folder, 'c.tgz'), someDay);
    if (version !== nextVersion) throw new Error(`the catalogue is ${version}, not ${nextVersion}`);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts an archive where `kubecompat catalogue update` would. @param data what XDG_DATA_HOME names. */
export async function installCatalogue(archive: Buffer, integrity: string, data: string): Promise<void> {
  const folder = join(data, 'kubecompat', 'catalogues', nextVersion);
  await readArchive(archive, 'tar.gz', true, {
    wants: () => true,
    take: (name, bytes) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    },
  });
  writeFileSync(join(folder, 'installed.json'), JSON.stringify({ integrity, resolved: 'https://example.com/c.tgz' }));
}
