import { listAt, objectAt, textAt } from '../live/json.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import type { Publisher } from './fetching.ts';
import { SourceProblem } from './problem.ts';

/** The definitions of a live cluster, read with GET only. */
export const clusterPublisher: Publisher = {
  async fetch({ at }, _, { folder, cwd, kubeconfig, milliseconds }) {
    const { readClusterDefinitions } = await import('../cluster/cluster.ts');
    const bounds = { milliseconds, now: () => new Date() };
    const read = await readClusterDefinitions({
      ...bounds,
      folder,
      cwd,
      kubeconfig,
      context: at,
      catalog: readCatalog(),
    });
    if (!read.ok) throw new SourceProblem(read.message, read.remedy);
    const list: unknown = JSON.parse(read.definitions);
    const files = listAt(list, 'items').map((item, index) => ({
      name: `${textAt(objectAt(item, 'metadata'), 'name') ?? index}.json`,
      text: `${JSON.stringify(item, undefined, 2)}\n`,
    }));
    return { version: '', resolved: `${read.server} (${read.version})`, files };
  },
  newest: async () => undefined,
};
