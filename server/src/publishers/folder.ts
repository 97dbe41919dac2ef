import { resolve } from 'node:path';
import { discover, reportName } from '../workspace/disk/discover.ts';
import { readBytes } from '../workspace/disk/readFile.ts';
import type { Publisher } from './fetching.ts';
import { SourceProblem } from './problem.ts';
import { Collection, maxBytesOfFile } from './published.ts';

/** A file or folder on this machine, relative to the folder of the lock file. */
export const folderPublisher: Publisher = {
  async fetch({ at }, _, { folder }) {
    const root = resolve(folder, at);
    const collection = new Collection(undefined);
    const { files, problems } = discover([root], folder);
    const [missing] = problems.filter((problem) => problem.missing);
    if (missing !== undefined) throw new SourceProblem(`${at} ${missing.message}`, missing.remedy, 'missing');
    for (const { path } of files) {
      const bytes = readBytes(path, maxBytesOfFile);
      if (bytes !== undefined) collection.take(reportName(path, root) || (at.split(/[\\/]/).at(-1) ?? at), bytes);
    }
    return { version: '', resolved: at, files: collection.files };
  },
  newest: async () => undefined,
};
