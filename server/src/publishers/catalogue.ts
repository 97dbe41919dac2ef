import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadCatalog } from '../catalog/load.ts';
import { explainWriteError } from '../workspace/disk/ioError.ts';
import type { LockedCatalogue } from '../workspace/settings/lockFile.ts';
import {
  type CatalogueManifest,
  cataloguePackage,
  installedFrom,
  isCatalogueFile,
  matchesManifest,
  openCatalogue,
  readManifest,
} from '../workspace/shipped/installedCatalogue.ts';
import { type ArchiveReceiver, readArchive } from './archives.ts';
import type { FetchOptions } from './fetching.ts';
import { Http } from './http.ts';
import { fetchArchive, latestVersion } from './npmPackage.ts';
import { type ActionProblem, attempt, messageOf, SourceProblem } from './problem.ts';
import { openLock, writeCatalogue } from './store.ts';

/** The options of fetching a catalogue. */
export interface CatalogueRequest {
  readonly env: NodeJS.ProcessEnv;
  /** The URL of a registry; undefined for npm's own setting. */
  readonly registry: string | undefined;
  /** The timeout of each request. */
  readonly milliseconds: number;
  /** The folder of the user's catalogues, absolute. */
  readonly installed: string;
  /** Called before each download, with its name. */
  readonly onFetch?: (what: string) => void;
}

/** An installed catalogue. */
export interface FetchedCatalogue {
  readonly ok: true;
  readonly version: string;
  readonly kubernetes: string;
  readonly integrity: string;
  readonly resolved: string;
  /** Absolute. */
  readonly folder: string;
  /** Whether it was already installed, with the same content. */
  readonly wasInstalled: boolean;
}

/** The version of the newest published catalogue. */
export function newestCatalogue(
  request: CatalogueRequest,
): Promise<{ readonly ok: true; readonly version: string } | ActionProblem> {
  return attempt(async () => {
    request.onFetch?.(cataloguePackage);
    const version = await latestVersion(cataloguePackage, fetchingFor(request));
    if (version !== undefined) return { ok: true, version };
    throw new SourceProblem('the registry names no latest catalogue', 'name a version', 'missing');
  });
}

/**
 * Fetches and installs a catalogue. The archive must match the registry's SHA-512, and its files the hashes in its
 * manifest.
 *
 * @param version undefined for the latest.
 * @param integrity the integrity in a lock file, which the archive must match; undefined for none.
 */
export function fetchCatalogue(
  version: string | undefined,
  integrity: string | undefined,
  request: CatalogueRequest,
): Promise<FetchedCatalogue | ActionProblem> {
  return attempt(() => fetchAndInstall(version, integrity, request));
}

/** Pins a catalogue, or none, in the lock file that governs a folder; returns the folder of the lock file. */
export function pinCatalogue(
  catalogue: LockedCatalogue | undefined,
  cwd: string,
): Promise<{ readonly ok: true; readonly folder: string } | ActionProblem> {
  return attempt(() => {
    const open = openLock(cwd);
    writeCatalogue(open, catalogue);
    return { ok: true, folder: open.folder };
  });
}

/** The catalogue that the lock file that governs a folder pins; undefined for none. */
export function pinnedCatalogue(
  cwd: string,
): Promise<{ readonly ok: true; readonly catalogue: LockedCatalogue | undefined } | ActionProblem> {
  return attempt(() => ({ ok: true, catalogue: openLock(cwd).catalogue }));
}

async function fetchAndInstall(
  version: string | undefined,
  integrity: string | undefined,
  request: CatalogueRequest,
): Promise<FetchedCatalogue> {
  request.onFetch?.(cataloguePackage + (version === undefined ? '' : ` ${version}`));
  const archive = await fetchArchive(cataloguePackage, version, fetchingFor(request));
  const stated = /(?:^|\s)(sha512-[A-Za-z0-9+/]+=*)/.exec(archive.integrity ?? '')?.[1];
  if (stated === undefined) {
    throw new SourceProblem('the registry states no SHA-512 of the catalogue', 'use a registry that does');
  }
  if (integrity !== undefined && integrity !== stated) {
    const remedy = 'do not use it: find out who changed the lock file or the registry';
    throw new SourceProblem(`the catalogue ${archive.version} is not the one that is pinned`, remedy);
  }
  const files = new CatalogueFiles();
  await readArchive(archive.body, 'tar.gz', true, files);
  const manifest = verifiedManifest(files.files, archive.version);
  const folder = join(request.installed, manifest.version);
  const about = { ...manifest, integrity: stated, resolved: archive.resolved, folder };
  if (installedFrom(folder)?.integrity === stated && openCatalogue(folder).ok)
    return { ok: true, ...about, wasInstalled: true };
  writeFiles(folder, files.files, { integrity: stated, resolved: archive.resolved });
  return { ok: true, ...about, wasInstalled: false };
}

/** The limit of a catalogue's files together, far above any catalogue. */
const maxBytes = 64 * 1024 * 1024;

/** Collects the files of a catalogue. */
class CatalogueFiles implements ArchiveReceiver {
  readonly files = new Map<string, Buffer>();
  #bytes = 0;

  isWanted(name: string): boolean {
    return name === 'package.json' || isCatalogueFile(name);
  }

  take(name: string, bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    if (this.#bytes > maxBytes) throw unusable('is too large');
    this.files.set(name, Buffer.from(bytes));
  }
}

/** The manifest of fetched files. Throws a {@link SourceProblem} if the files are incomplete or unreadable. */
function verifiedManifest(files: ReadonlyMap<string, Buffer>, version: string): CatalogueManifest {
  const read = readManifest(files.get('package.json')?.toString('utf8') ?? '');
  if (!read.ok) throw new SourceProblem(`the catalogue ${version} ${read.message}`, read.remedy);
  const { manifest } = read;
  if (manifest.version !== version) throw unusable(`says that it is ${manifest.version}, not ${version}`);
  for (const name of manifest.files.keys()) {
    const bytes = files.get(name);
    if (bytes === undefined) throw unusable(`lacks ${name}`);
    if (!matchesManifest(manifest, name, bytes)) throw unusable(`has a different ${name} than it states`);
  }
  try {
    loadCatalog(JSON.parse(files.get('catalog.json')?.toString('utf8') ?? ''));
  } catch (thrown) {
    throw unusable(`cannot be read: ${messageOf(thrown)}`);
  }
  return manifest;
}

function unusable(what: string): SourceProblem {
  return new SourceProblem(`the catalogue ${what}`, 'do not use it: try again, and report it if it persists');
}

/** Writes into a temporary folder and renames it, so that an interrupted run leaves no incomplete catalogue. */
function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>, from: object): void {
  const staging = `${folder}.${process.pid}.tmp`;
  try {
    for (const [name, bytes] of files) {
      const path = join(staging, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes, { flag: 'wx' });
    }
    writeFileSync(join(staging, 'installed.json'), `${JSON.stringify(from, undefined, 2)}\n`, { flag: 'wx' });
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(staging, folder);
  } catch (thrown) {
    const { message, remedy } = explainWriteError(thrown);
    throw new SourceProblem(`${folder} ${message}`, remedy);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** A workspace must not change the source of facts, so only the user's npm settings apply. */
function fetchingFor({ env, registry, milliseconds, installed }: CatalogueRequest): FetchOptions {
  const home = env['HOME'] ?? homedir();
  const npmEnv = registry === undefined ? env : { ...env, npm_config_registry: registry };
  const http = new Http(milliseconds);
  return { http, milliseconds, folder: installed, cwd: installed, env: npmEnv, home, kubeconfig: undefined };
}
