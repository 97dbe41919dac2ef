import { archiveKind, readArchive } from './archives.ts';
import type { Publisher } from './fetching.ts';
import { displayedUrl, isPage } from './http.ts';
import { SourceProblem } from './problem.ts';
import { Collection } from './published.ts';

const maxBytes = 256 * 1024 * 1024;

/** A file at a URL: YAML, JSON, or an archive of them. */
export const urlPublisher: Publisher = {
  async fetch({ at, path }, _, { http }) {
    const answer = await http.get(at, { max: maxBytes });
    const where = displayedUrl(new URL(at));
    const kind = archiveKind(answer.body);
    if (kind === undefined && isPage(answer)) {
      const remedy = /^https:\/\/(?:[\w.-]*\.)?git(?:hub|lab)\.com\//.test(at)
        ? `fetch it with git: git:${at}@REF, or name the URL of the raw file`
        : 'name the URL of the file itself';
      throw new SourceProblem(`${where} answered with an HTML page, not with definitions`, remedy);
    }
    const collection = new Collection(path);
    if (kind === undefined) collection.take(new URL(at).pathname.split('/').at(-1) || 'definitions.yaml', answer.body);
    else await readArchive(answer.body, kind, false, collection);
    return { version: '', resolved: at, files: collection.files };
  },
  newest: async () => undefined,
};
