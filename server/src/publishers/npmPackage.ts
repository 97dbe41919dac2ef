import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectAt, textAt } from '../live/json.ts';
import { readArchive } from './archives.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import { jsonIn } from './jsonIn.ts';
import { SourceProblem } from './problem.ts';
import { Collection } from './published.ts';
import { toolDefault } from './toolDefault.ts';
import { isNewer } from './versions.ts';

const maxBytes = 256 * 1024 * 1024;

/** A package of the configured npm registry, without npm. No code of the package runs. */
export const npmPublisher: Publisher = {
  async fetch({ at, path }, version, fetching) {
    const { body, ...archive } = await fetchArchive(at, version, fetching);
    const collection = new Collection(path);
    await readArchive(body, 'tar.gz', true, collection);
    return { version: archive.version, resolved: archive.resolved, files: collection.files };
  },
  async newest({ at }, current, fetching) {
    const latest = (await latestVersion(at, fetching)) ?? current;
    return isNewer(latest, current) ? latest : current;
  },
};

/** The archive of a version of a package. */
interface PackageArchive {
  readonly version: string;
  readonly resolved: string;
  /** The registry's `dist.integrity`; undefined if it has none. */
  readonly integrity: string | undefined;
  readonly body: Buffer;
}

/**
 * Fetches a version of a package and verifies the registry's hash. Throws a {@link SourceProblem} on failure.
 *
 * @param version a version or a tag; undefined for the latest.
 */
export async function fetchArchive(
  name: string,
  version: string | undefined,
  fetching: FetchOptions,
): Promise<PackageArchive> {
  const { about, registry } = await documentOf(name, fetching);
  const wanted = version ?? 'latest';
  const found = textAt(objectAt(about, 'dist-tags'), wanted) ?? wanted;
  const dist = objectAt(objectAt(objectAt(about, 'versions'), found), 'dist');
  const tarball = textAt(dist, 'tarball');
  if (tarball === undefined) {
    throw new SourceProblem(`the package ${name} has no version ${wanted}`, `see npm view ${name} versions`, 'missing');
  }
  const authorization = new URL(tarball).origin === new URL(registry.url).origin ? registry.authorization : undefined;
  const { body } = await fetching.http.get(tarball, { max: maxBytes, authorization });
  const integrity = textAt(dist, 'integrity');
  checkIntegrity(body, integrity, textAt(dist, 'shasum'), `${name}@${found}`);
  return { version: found, resolved: tarball, integrity, body };
}

/** The version of a package with the tag `latest`. Throws a {@link SourceProblem} on failure. */
export async function latestVersion(name: string, fetching: FetchOptions): Promise<string | undefined> {
  const { about } = await documentOf(name, fetching);
  return textAt(objectAt(about, 'dist-tags'), 'latest');
}

/** The registry's metadata of a package. */
async function documentOf(name: string, fetching: FetchOptions) {
  const registry = await registryOf(name, fetching);
  try {
    const answer = await fetching.http.get(`${registry.url.replace(/\/+$/, '')}/${name.replace('/', '%2f')}`, {
      accept: 'application/vnd.npm.install-v1+json, application/json',
      authorization: registry.authorization,
    });
    return { about: jsonIn(answer), registry };
  } catch (thrown) {
    if (!(thrown instanceof SourceProblem) || thrown.reason !== 'missing') throw thrown;
    throw new SourceProblem(
      `the registry has no package ${name}`,
      'check the spelling, and the registry of npm',
      'missing',
    );
  }
}

/** Throws a {@link SourceProblem} if a tarball does not match the registry's strongest hash, or if it has none. */
function checkIntegrity(body: Buffer, integrity: string | undefined, shasum: string | undefined, what: string): void {
  const hashes = (integrity ?? '').split(/\s+/).flatMap((item) => {
    const found = /^(sha512|sha384|sha256)-([A-Za-z0-9+/=]+)/.exec(item);
    return found === null ? [] : [{ algorithm: found[1] ?? '', digest: found[2] ?? '' }];
  });
  const [strongest] = hashes.sort((a, b) => (a.algorithm < b.algorithm ? 1 : -1));
  const isSame =
    strongest === undefined
      ? shasum !== undefined && createHash('sha1').update(body).digest('hex') === shasum
      : createHash(strongest.algorithm).update(body).digest('base64') === strongest.digest;
  if (!isSame) throw digestMismatch(`the tarball of ${what} does not match the hash in the registry`);
}

/** The problem of content that does not match its hash. */
export function digestMismatch(message: string): SourceProblem {
  return new SourceProblem(message, 'do not use it: try again, and report it to the publisher if it persists');
}

interface Registry {
  readonly url: string;
  readonly authorization: string | undefined;
}

/**
 * The registry of a package, from the same settings as npm: the environment, the workspace's `.npmrc`, the user's. Only
 * the user's `.npmrc` has credentials.
 */
async function registryOf(name: string, { env, home, folder }: FetchOptions): Promise<Registry> {
  const settings = new Map<string, string>();
  for (const [key, value] of Object.entries(env)) {
    const setting = /^npm_config_(.+)$/i.exec(key)?.[1];
    if (setting !== undefined && value !== undefined && value !== '') settings.set(setting.toLowerCase(), value);
  }
  const userSettings = npmrc(settings.get('userconfig') ?? join(home, '.npmrc'), env);
  const all = [settings, npmrc(join(folder, '.npmrc'), {}), userSettings];
  const scope = /^(@[^/]+)\//.exec(name)?.[1];
  const keys = [...(scope === undefined ? [] : [`${scope}:registry`]), 'registry'];
  const configured = keys.flatMap((key) => all.flatMap((item) => item.get(key) ?? [])).at(0);
  const url = configured ?? (await toolDefault('npm', ['config', 'get', 'registry'], env));
  if (url === undefined) {
    const remedy = 'set npm_config_registry to the URL of a registry';
    throw new SourceProblem('no npm registry is set, and npm is not installed', remedy);
  }
  if (!URL.canParse(url)) throw new SourceProblem(`the npm registry "${url}" is not a URL`, 'fix the setting of npm');
  const { host, pathname } = new URL(url);
  const token = userSettings.get(`//${host}${pathname.replace(/\/*$/, '/')}:_authtoken`);
  return { url, authorization: token === undefined ? undefined : `Bearer ${token}` };
}

/** The settings of an `.npmrc`, with lower-case names and variables of `env` expanded. */
function npmrc(path: string, env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // The file is optional.
  }
  return new Map(
    [...text.matchAll(/^[ \t]*([^;#\s=][^=\n]*?)[ \t]*=[ \t]*(.*?)[ \t]*$/gm)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value.replace(/^"(.*)"$/, '$1').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? ''),
    ]),
  );
}
