import { createHash } from 'node:crypto';
import { type MapNode, mapFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { nearest } from '../text/nearest.ts';
import { readArchive } from './archives.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import { type Answer, isPage } from './http.ts';
import { unexpected } from './jsonIn.ts';
import { digestMismatch } from './npmPackage.ts';
import { SourceProblem } from './problem.ts';
import { Collection, type PublishedFile } from './published.ts';
import { isSameVersion, newestOf } from './versions.ts';

const maxBytes = 64 * 1024 * 1024;

/** A chart of a Helm repository, read from the index and the archive, without Helm and without rendering. */
export const helmPublisher: Publisher = {
  async fetch(source, version, fetching) {
    const { repository, chart, versions } = await chartIn(source.at, fetching);
    const wanted = version ?? newestOf(versions.map((chartVersion) => chartVersion.version));
    const found = versions.find((chartVersion) => wanted !== undefined && isSameVersion(chartVersion.version, wanted));
    if (found === undefined) {
      const known = versions.slice(0, 8).map((chartVersion) => chartVersion.version);
      throw new SourceProblem(`the chart ${chart} has no version ${wanted}`, `it has ${known.join(', ')} …`, 'missing');
    }
    const [url] = found.urls.filter((candidate) => URL.canParse(candidate, `${repository}/`));
    if (url === undefined)
      throw new SourceProblem(`the index has no URL for ${chart} ${wanted}`, 'report it to the publisher');
    const { body, url: resolved } = await fetching.http.get(new URL(url, `${repository}/`).href, { max: maxBytes });
    if (found.digest !== undefined && createHash('sha256').update(body).digest('hex') !== found.digest) {
      throw digestMismatch(`the archive of ${chart} ${found.version} does not match the hash in the index`);
    }
    return { version: found.version, resolved: withoutQuery(resolved), files: await filesOfChart(body, source.path) };
  },
  async newest({ at }, current, fetching) {
    const { versions } = await chartIn(at, fetching);
    return newestOf(
      versions.map(({ version }) => version),
      current,
    );
  },
};

/** The files of a packed chart. Throws a {@link SourceProblem} for other content. */
export async function filesOfChart(body: Buffer, path: string | undefined): Promise<readonly PublishedFile[]> {
  const collection = new Collection(path);
  await readArchive(body, 'tar.gz', true, collection);
  return collection.files;
}

/** A URL without its query, which may be a temporary signature. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

interface ChartVersion {
  readonly version: string;
  readonly urls: readonly string[];
  /** SHA-256, hexadecimal; undefined if the index has none. */
  readonly digest: string | undefined;
}

/** The versions of a chart in the index of its repository. Throws a {@link SourceProblem} if it lacks the chart. */
async function chartIn(at: string, { http }: FetchOptions) {
  const slash = at.lastIndexOf('/');
  const [repository, chart] = [at.slice(0, slash).replace(/\/+$/, ''), at.slice(slash + 1)];
  const answer = await http.get(`${repository}/index.yaml`, { max: maxBytes });
  const entries = entriesOf(answer);
  const listed = valueFor(entries, chart);
  if (listed?.kind !== 'list') {
    const close = nearest(
      chart,
      entries.entries.map(({ key }) => key),
      1,
    )[0];
    const remedy = close === undefined ? 'check the name of the chart' : `did you mean ${close}?`;
    throw new SourceProblem(`the repository has no chart "${chart}"`, remedy, 'missing');
  }
  return { repository, chart, versions: listed.items.flatMap(versionOf) };
}

function entriesOf(answer: Answer): MapNode {
  const root = isPage(answer) ? undefined : readManifest(answer.body.toString('utf8')).documents[0]?.root;
  const entries = root?.kind === 'map' ? mapFor(root, 'entries') : undefined;
  if (entries === undefined) throw unexpected(answer, 'the index of a Helm repository');
  return entries;
}

function versionOf(item: Node): readonly ChartVersion[] {
  const version = item.kind === 'map' ? stringFor(item, 'version') : undefined;
  if (item.kind !== 'map' || version === undefined) return [];
  const urls = valueFor(item, 'urls');
  const written = urls?.kind === 'list' ? urls.items : [];
  return [
    {
      version,
      urls: written.flatMap((node) => (node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [])),
      digest: stringFor(item, 'digest')?.replace(/^sha256:/, ''),
    },
  ];
}
