import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { textAt } from '../live/json.ts';
import { archiveKind, readArchive } from './archives.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import type { Answer } from './http.ts';
import { jsonIn } from './jsonIn.ts';
import { SourceProblem } from './problem.ts';
import { Collection } from './published.ts';
import { toolDefault } from './toolDefault.ts';
import { newestOf } from './versions.ts';

/** Go's own limit for a module. */
const maxBytes = 500 * 1024 * 1024;

/** A Go module, by the GOPROXY protocol (https://go.dev/ref/mod#goproxy-protocol), without Go. */
export const goPublisher: Publisher = {
  async fetch({ at, path }, version, fetching) {
    const proxies = await Proxies.of(at, fetching);
    const wanted = version ?? (await newestIn(proxies, undefined));
    const info = jsonIn(await proxies.get(`@v/${escaped(wanted)}.info`));
    const found = textAt(info, 'Version') ?? wanted;
    const { body, url } = await proxies.get(`@v/${escaped(found)}.zip`, maxBytes);
    if (archiveKind(body) !== 'zip') throw new SourceProblem(`${url} is not a module`, 'check GOPROXY');
    const collection = new Collection(path);
    const prefix = `${at}@${found}/`;
    await readArchive(body, 'zip', false, collection, (name) =>
      name.startsWith(prefix) ? name.slice(prefix.length) : undefined,
    );
    return { version: found, resolved: `go:${at}@${found}`, files: collection.files };
  },
  newest: async ({ at }, current, fetching) => newestIn(await Proxies.of(at, fetching), current),
};

async function newestIn(proxies: Proxies, current: string | undefined): Promise<string> {
  const listed = (await proxies.get('@v/list')).body.toString('utf8').split(/\s+/);
  const newest = newestOf(
    listed.filter((candidate) => candidate !== ''),
    current,
  );
  if (newest !== undefined) return newest;
  const latest = textAt(jsonIn(await proxies.get('@latest')), 'Version');
  if (latest === undefined)
    throw new SourceProblem('the Go module has no version', 'name one: go:MODULE@VERSION', 'missing');
  return latest;
}

/** A module path or version in URLs: `!a` stands for `A`. */
function escaped(text: string): string {
  return encodeURI(text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`));
}

interface Proxy {
  readonly url: string;
  /** Whether the next proxy is used after any error, not only if this one does not have the module. */
  readonly fallsBackOnError: boolean;
}

/** The usable proxies for a module. */
class Proxies {
  readonly #module: string;
  readonly #fetching: FetchOptions;
  readonly #proxies: readonly Proxy[];

  private constructor(module: string, fetching: FetchOptions, proxies: readonly Proxy[]) {
    this.#module = module;
    this.#fetching = fetching;
    this.#proxies = proxies;
  }

  /** Throws a {@link SourceProblem} if no proxy may be used: names of private modules are not sent. */
  static async of(module: string, fetching: FetchOptions): Promise<Proxies> {
    const { env, home } = fetching;
    const settings = goSettings(env, home);
    const [isPrivate] = [settings('GONOPROXY') ?? settings('GOPRIVATE') ?? ''].filter((globs) =>
      matches(globs, module),
    );
    const direct = `fetch it with git: git:https://HOST/REPOSITORY@REF`;
    if (isPrivate !== undefined) throw new SourceProblem(`${module} is private by GOPRIVATE or GONOPROXY`, direct);
    const written = settings('GOPROXY') ?? (await toolDefault('go', ['env', 'GOPROXY'], env));
    if (written === undefined) {
      throw new SourceProblem('no Go proxy is set, and go is not installed', 'set GOPROXY to the URL of a proxy');
    }
    const proxies = proxiesIn(written);
    if (proxies.length === 0) throw new SourceProblem('GOPROXY does not allow any proxy', direct);
    return new Proxies(module, fetching, proxies);
  }

  /** The answer of the first proxy that has a path of the module. Throws a {@link SourceProblem} if none does. */
  async get(path: string, max?: number): Promise<Answer> {
    let last = new SourceProblem('no proxy was contacted', 'check GOPROXY');
    for (const { url, fallsBackOnError } of this.#proxies) {
      try {
        const fileUrl = `${url.replace(/\/+$/, '')}/${escaped(this.#module)}/${path}`;
        return await this.#fetching.http.get(fileUrl, max === undefined ? {} : { max });
      } catch (thrown) {
        if (!(thrown instanceof SourceProblem)) throw thrown;
        last = thrown;
        if (thrown.reason !== 'missing' && !fallsBackOnError) break;
      }
    }
    if (last.reason !== 'missing') throw last;
    const remedy =
      'check the module and the version; the path of a major version above 1 ends in it, as in example.com/a/v2';
    throw new SourceProblem(
      `the Go module ${this.#module} has no ${path.replace(/^@v\/|\.(?:info|zip)$/g, '')}`,
      remedy,
      'missing',
    );
  }
}

function proxiesIn(written: string): readonly Proxy[] {
  const proxies: Proxy[] = [];
  for (const [, word = '', separator] of written.matchAll(/([^,|]+)([,|]?)/g)) {
    const url = word.trim();
    // `git:` sources replace direct fetching.
    if (url === 'off' || url === 'direct') break;
    if (url !== '') proxies.push({ url, fallsBackOnError: separator === '|' });
  }
  return proxies;
}

/** Returns a function that reads a setting from the environment, or else from the file of `go env -w`. */
function goSettings(env: NodeJS.ProcessEnv, home: string): (name: string) => string | undefined {
  const folders = { darwin: 'Library/Application Support', win32: 'AppData/Roaming' };
  const configFolder =
    process.platform === 'darwin' || process.platform === 'win32' ? folders[process.platform] : '.config';
  const file = env['GOENV'] ?? join(env['XDG_CONFIG_HOME'] ?? join(home, configFolder), 'go', 'env');
  let text = '';
  try {
    if (file !== 'off') text = readFileSync(file, 'utf8');
  } catch {
    // The file is optional.
  }
  const written = new Map(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  return (name) => {
    const value = env[name] ?? written.get(name);
    return value === '' ? undefined : value;
  };
}

/**
 * Whether one of the comma-separated globs matches a prefix of a module's path (`module.MatchPrefixPatterns` of Go).
 */
function matches(globs: string, module: string): boolean {
  const parts = module.split('/');
  return globs
    .split(',')
    .filter((glob) => glob !== '')
    .some((glob) => picomatch.isMatch(parts.slice(0, glob.split('/').length).join('/'), glob));
}
