import { type DiscoveryAnswer, discoveryAccept, readDiscovery, readResourceList } from '../live/discovery.ts';
import { readMetrics, type ServerMetrics } from '../live/metrics.ts';
import { readServerVersion } from '../live/serverVersion.ts';
import type { LiveResource, LiveSnapshot } from '../live/snapshot.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { ClusterAccess } from './access.ts';
import { type Ask, asking, parse, type ReadBounds } from './ask.ts';
import { readDefinitions } from './definitions.ts';
import { notKubernetes } from './explain.ts';
import type { Failure } from './failure.ts';

/** A cluster as it was read. */
export interface ReadCluster {
  readonly ok: true;
  readonly snapshot: LiveSnapshot;
  /** A `List` of its CustomResourceDefinitions, as JSON. */
  readonly definitions: string;
}

/** Lists of group versions that a server without aggregated discovery is asked for. */
const mostLists = 500;

/**
 * Reads what decides of a cluster: versions, gates, what is served, and CustomResourceDefinitions. Versions and
 * discovery must be had; what else cannot be read is named in `unread`.
 */
export async function readCluster(access: ClusterAccess, bounds: ReadBounds): Promise<ReadCluster | Failure> {
  const ask = asking(access, bounds);
  const answered = await ask('/version');
  if (!answered.ok) return answered;
  const version = readServerVersion(parse(answered.body));
  if (version === undefined) return notKubernetes(access, '/version gives no version');
  const unread: string[] = [];
  const metrics = await metricsOf(ask, unread);
  if (metrics?.gitVersion !== undefined && metrics.gitVersion !== version.gitVersion) {
    unread.push(
      `Several API servers answer for this address: one is ${version.gitVersion}, one ${metrics.gitVersion}. Read it again when they are the same.`,
    );
  }
  const discovered = await discover(ask, access);
  if (!discovered.ok) return discovered;
  const definitions = await readDefinitions(ask, discovered.resources, unread);
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
      resources: discovered.resources,
      staleGroups: discovered.staleGroups,
      definedGroups: definitions?.groups,
      unread,
    },
  };
}

async function metricsOf(ask: Ask, unread: string[]): Promise<ServerMetrics | undefined> {
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

async function discover(ask: Ask, access: ClusterAccess): Promise<Discovered | Failure> {
  const resources: LiveResource[] = [];
  const staleGroups: string[] = [];
  for (const path of ['/api', '/apis']) {
    const answered = await ask(path, discoveryAccept);
    if (!answered.ok) return answered;
    const answer = readDiscovery(parse(answered.body));
    if (answer === undefined) return notKubernetes(access, `${path} gives no discovery`);
    const found = answer.kind === 'resources' ? answer : await listGroups(ask, answer);
    resources.push(...found.resources);
    staleGroups.push(...found.staleGroups);
  }
  return { ok: true, resources, staleGroups };
}

/** Servers without aggregated discovery are asked for one group version after the other. */
async function listGroups(
  ask: Ask,
  { groupVersions }: Extract<DiscoveryAnswer, { kind: 'groups' }>,
): Promise<Omit<Discovered, 'ok'>> {
  const resources: LiveResource[] = [];
  const staleGroups: string[] = [];
  for (const written of groupVersions.slice(0, mostLists)) {
    const { group, version } = parseGroupVersion(written) ?? { group: '', version: written };
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const answered = await ask(path);
    const listed = answered.ok ? readResourceList(parse(answered.body), group, version) : undefined;
    // An API server that is aggregated and away makes its group fail, and only that.
    if (listed === undefined) staleGroups.push(group);
    else resources.push(...listed);
  }
  return { resources, staleGroups };
}
