import { type DiscoveryAnswer, discoveryAccept, readDiscovery, readResourceList } from '../live/discovery.ts';
import { readMetrics, type ServerMetrics } from '../live/metrics.ts';
import { readServerVersion } from '../live/serverVersion.ts';
import type { LiveResource, LiveSnapshot } from '../live/snapshot.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { ClusterAccess } from './access.ts';
import { type GetPath, getter, mapConcurrently, parse, type ReadLimits } from './ask.ts';
import { readComponents } from './components.ts';
import { readDefinitions } from './definitions.ts';
import { cancelled, notKubernetes } from './explain.ts';
import type { Failure } from './failure.ts';

/** The data read from a cluster. */
export interface ReadCluster {
  readonly ok: true;
  readonly snapshot: LiveSnapshot;
  /** A `List` of its CustomResourceDefinitions, as JSON. */
  readonly definitions: string;
}

/** The maximum number of group version lists from a server without aggregated discovery. */
const maxLists = 500;

/**
 * Reads the facts of a cluster: versions, gates, served resources, and CustomResourceDefinitions. Versions and
 * discovery are required; other unreadable parts are listed in `unread`.
 */
export async function readCluster(access: ClusterAccess, bounds: ReadLimits): Promise<ReadCluster | Failure> {
  const ask = getter(access, bounds);
  const answered = await ask('/version');
  if (!answered.ok) return answered;
  const version = readServerVersion(parse(answered.body));
  if (version === undefined) return notKubernetes(access, '/version reports no version');
  const unread: string[] = [];
  const metrics = await metricsOf(ask, unread);
  if (metrics?.gitVersion !== undefined && metrics.gitVersion !== version.gitVersion) {
    unread.push(
      `Several API servers answer at this address: one is ${version.gitVersion}, one ${metrics.gitVersion}. Read it again when they run the same version.`,
    );
  }
  bounds.onProgress?.('what it serves');
  const discovered = await discover(ask, access, bounds.onProgress);
  if (!discovered.ok) return discovered;
  bounds.onProgress?.('CustomResourceDefinitions');
  const definitions = await readDefinitions(ask, discovered.resources, unread);
  bounds.onProgress?.('the versions of its components');
  const components = await readComponents(ask);
  if (bounds.signal?.aborted === true) return cancelled(access);
  return {
    ok: true,
    definitions: definitions?.text ?? '',
    snapshot: {
      context: access.context,
      server: access.server,
      readAt: bounds.now().toISOString(),
      version: {
        ...version,
        emulation: version.emulation ?? metrics?.emulation,
        minCompatibility: version.minCompatibility ?? metrics?.minCompatibility,
      },
      gates: metrics?.gates,
      requested: metrics?.requested ?? [],
      ...components,
      resources: discovered.resources,
      staleGroups: discovered.staleGroups,
      definedGroups: definitions?.groups,
      unread,
    },
  };
}

async function metricsOf(ask: GetPath, unread: string[]): Promise<ServerMetrics | undefined> {
  const answered = await ask('/metrics', 'text/plain');
  if (answered.ok) return readMetrics(answered.body);
  unread.push(`/metrics cannot be read: ${answered.message}.`);
  return undefined;
}

interface Discovered {
  readonly ok: true;
  readonly resources: readonly LiveResource[];
  readonly staleGroups: readonly string[];
}

async function discover(
  ask: GetPath,
  access: ClusterAccess,
  onProgress: ReadLimits['onProgress'],
): Promise<Discovered | Failure> {
  const resources: LiveResource[] = [];
  const staleGroups: string[] = [];
  for (const path of ['/api', '/apis']) {
    const answered = await ask(path, discoveryAccept);
    if (!answered.ok) return answered;
    const answer = readDiscovery(parse(answered.body));
    if (answer === undefined) return notKubernetes(access, `${path} serves no discovery`);
    const found = answer.kind === 'resources' ? answer : await listGroups(ask, answer, onProgress);
    if ('message' in found) return found;
    resources.push(...found.resources);
    staleGroups.push(...found.staleGroups);
  }
  return { ok: true, resources, staleGroups };
}

/** Servers without aggregated discovery are queried per group version. */
async function listGroups(
  ask: GetPath,
  { groupVersions }: Extract<DiscoveryAnswer, { kind: 'groups' }>,
  onProgress: ReadLimits['onProgress'],
): Promise<Omit<Discovered, 'ok'> | Failure> {
  const resources: LiveResource[] = [];
  const staleGroups: string[] = [];
  const asked = groupVersions.slice(0, maxLists);
  let over: Failure | undefined;
  let done = 0;
  const lists = await mapConcurrently(asked, async (written) => {
    const { group, version } = parseGroupVersion(written) ?? { group: '', version: written };
    if (over !== undefined) return { group, listed: undefined };
    const answered = await ask(group === '' ? `/api/${version}` : `/apis/${group}/${version}`);
    if (!answered.ok && answered.isFinal === true) over = answered;
    onProgress?.(`what it serves, ${++done} of ${asked.length} versions`);
    return { group, listed: answered.ok ? readResourceList(parse(answered.body), group, version) : undefined };
  });
  if (over !== undefined) return over;
  for (const { group, listed } of lists) {
    // An API server that is aggregated and away makes its group fail, and only that.
    if (listed === undefined) staleGroups.push(group);
    else resources.push(...listed);
  }
  return { resources, staleGroups };
}
