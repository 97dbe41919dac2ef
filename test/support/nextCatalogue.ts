import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packCatalogue } from '../../scripts/catalogue.mjs';
import { object } from '../../server/data/generator/json.ts';
import { readArchive } from '../../server/src/publishers/archives.ts';
import { formatMinor, minor } from '../../server/src/targets/version.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';

const catalog = readCatalog();
/** The newest minor that is known, released or not. */
const last = catalog.preview?.minor ?? catalog.newest;

/** The newest release that this build knows, and the next minor that it does not know, such as `1.38`. */
export const [known, next] = [formatMinor(catalog.newest), formatMinor(minor(last + 1))];

/** The version of {@link catalogueOfNextMinor}. */
export const nextVersion = `1.${last + 1}.20270115`;

/** Seconds since 1970 of 2027-01-15. */
const someDay = 1_800_000_000;

/** The alpha build that a preview of the next minor comes from. */
export const previewRelease = `${next}.0-alpha.7`;

/** The version of a catalogue with that preview. */
export const previewVersion = `1.${catalog.newest}.20270115`;

/**
 * The npm package of a catalogue whose newest minor has the facts of the previous one.
 *
 * @param isPreview the minor is known before its release.
 */
export async function catalogueOfNextMinor(isPreview = false): Promise<Buffer> {
  const data = new URL('../../server/data/', import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-next-'));
  try {
    cpSync(new URL('crds', data), join(folder, 'crds'), { recursive: true });
    const pack = object(JSON.parse(readFileSync(new URL('catalog.json', data), 'utf8')));
    const binaries = Array.isArray(pack['binaries']) ? pack['binaries'].map(object) : [];
    const extended = [...binaries, { ...binaries.at(-1), minor: last + 1 }];
    const minors = isPreview ? { preview: [last + 1, previewRelease] } : { newest: last + 1, preview: undefined };
    const later = { ...pack, ...(isPreview ? {} : { version: `${next}.0` }), ...minors, binaries: extended };
    writeFileSync(join(folder, 'catalog.json'), JSON.stringify(later));
    const { path, version } = await packCatalogue(folder, () => join(folder, 'c.tgz'), someDay);
    const expected = isPreview ? previewVersion : nextVersion;
    if (version !== expected) throw new Error(`the catalogue is ${version}, not ${expected}`);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Installs an archive like `kubecompat catalogue update`. @param data the value of XDG_DATA_HOME. */
export async function installCatalogue(archive: Buffer, integrity: string, data: string): Promise<void> {
  const folder = join(data, 'kubecompat', 'catalogues', nextVersion);
  await readArchive(archive, 'tar.gz', true, {
    isWanted: () => true,
    take: (name, bytes) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    },
  });
  writeFileSync(join(folder, 'installed.json'), JSON.stringify({ integrity, resolved: 'https://example.com/c.tgz' }));
}

/** A lock file that pins the catalogue with the next minor. */
export function lockOfNextMinor(integrity: string): string {
  return JSON.stringify({
    lockVersion: 1,
    catalogue: { version: nextVersion, integrity, resolved: 'https://example.com/c.tgz' },
    definitions: {},
  });
}
