import { createHash } from 'node:crypto';
import { isObject, listAt, textAt, textsAt } from '../live/json.ts';
import { readArchive } from './archives.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import { type Answer, displayedUrl, isLoopback, refusedBy } from './http.ts';
import { jsonIn } from './jsonIn.ts';
import { digestMismatch } from './npmPackage.ts';
import { SourceProblem } from './problem.ts';
import { Collection } from './published.ts';
import { newestOf } from './versions.ts';

const maxBytes = 128 * 1024 * 1024;
const manifestTypes =
  'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
/** The media types of layers with files: Helm charts, Flux artifacts, and plain layers. */
const layerTypes =
  /^application\/vnd\.(?:cncf\.(?:helm\.chart|flux)\.content\.v1\.tar\+gzip|oci\.image\.layer\.v1\.tar(?:\+gzip)?)$/;

/** A chart or another archive in a public repository of an OCI registry, by the distribution API. */
export const ociPublisher: Publisher = {
  async fetch({ at }, version, fetching) {
    const registry = new Registry(at, fetching);
    const wanted = version ?? newestOf(await registry.tags());
    if (wanted === undefined)
      throw new SourceProblem(`${at} has no tag that is a version`, `name one: ${at}:TAG`, 'missing');
    const { body } = await registry.get(`manifests/${wanted}`, manifestTypes);
    const digest = `sha256:${sha256(body)}`;
    if (wanted.startsWith('sha256:') && wanted !== digest) throw digestMismatch(`${at} does not match its digest`);
    const layers = listAt(jsonOf(body, at), 'layers').filter((layer) =>
      layerTypes.test(textAt(layer, 'mediaType') ?? ''),
    );
    const isChart = layers.some((layer) => (textAt(layer, 'mediaType') ?? '').includes('helm'));
    const collection = new Collection(undefined);
    for (const layer of layers) {
      const blob = textAt(layer, 'digest') ?? '';
      const { body: bytes } = await registry.get(`blobs/${blob}`, '*/*');
      if (blob !== `sha256:${sha256(bytes)}`)
        throw digestMismatch(`a layer of ${at}:${wanted} does not match its digest`);
      await readArchive(bytes, bytes[0] === 0x1f ? 'tar.gz' : 'tar', isChart, collection);
    }
    if (layers.length === 0) {
      throw new SourceProblem(
        `${at}:${wanted} is neither a chart nor an archive of files`,
        'name an artifact of Helm or Flux',
      );
    }
    return { version: wanted, resolved: `${at}@${digest}`, files: collection.files };
  },
  async newest({ at }, current, fetching) {
    return newestOf(await new Registry(at, fetching).tags(), current);
  },
};

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function jsonOf(body: Buffer, at: string): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new SourceProblem(`${at} did not answer with an artifact manifest`, 'check the URL');
}

/** A repository of a registry, read with an anonymous token. */
class Registry {
  readonly #base: string;
  readonly #at: string;
  readonly #repository: string;
  readonly #fetching: FetchOptions;
  #token: string | undefined;

  constructor(at: string, fetching: FetchOptions) {
    const [, host = '', repository = ''] = /^oci:\/\/([^/]+)\/(.+)$/.exec(at) ?? [];
    const isLocal = isLoopback(host.replace(/:\d+$/, ''));
    const server = host === 'docker.io' ? 'registry-1.docker.io' : host;
    this.#base = `${isLocal ? 'http' : 'https'}://${server}/v2/${repository}`;
    this.#at = at;
    this.#repository = repository;
    this.#fetching = fetching;
  }

  async tags(): Promise<readonly string[]> {
    return textsAt(jsonIn(await this.get('tags/list?n=10000', 'application/json')), 'tags');
  }

  async get(path: string, accept: string): Promise<Answer> {
    const ask = () =>
      this.#fetching.http.ask(`${this.#base}/${path}`, { accept, max: maxBytes, authorization: this.#token });
    let answer = await ask();
    if (answer.status === 401 && this.#token === undefined) {
      this.#token = await this.#tokenFor(answer);
      answer = await ask();
    }
    if (answer.status === 200) return answer;
    const refused = refusedBy(answer);
    if (refused.reason !== 'missing') throw refused;
    const reference = path.replace(/^(?:manifests|blobs)\/|\?.*$/g, '');
    throw new SourceProblem(`${this.#at} has no ${reference}`, 'check the name and the tag', 'missing');
  }

  /** Requests a token by the registry's challenge (https://distribution.github.io/distribution/spec/auth/token/). */
  async #tokenFor(answer: Answer): Promise<string> {
    const challenge = answer.headers['www-authenticate'] ?? '';
    const part = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(challenge)?.[1];
    const realm = part('realm');
    if (!/^Bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm)) throw refusedBy(answer);
    const url = new URL(realm);
    url.searchParams.set('scope', part('scope') ?? `repository:${this.#repository}:pull`);
    const service = part('service');
    if (service !== undefined) url.searchParams.set('service', service);
    if (isLoopback(url.hostname) && !isLoopback(new URL(this.#base).hostname)) {
      throw new SourceProblem(`${displayedUrl(new URL(this.#base))} redirects to an unsafe URL`, 'do not use it');
    }
    const reply = jsonIn(await this.#fetching.http.get(url.href, { accept: 'application/json' }));
    const token = textAt(reply, 'token') ?? textAt(reply, 'access_token');
    if (token === undefined) throw refusedBy(answer);
    return `Bearer ${token}`;
  }
}
