import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, object, texts } from '../../server/data/generator/json.ts';
import { readMetrics } from '../../server/src/live/metrics.ts';
import type { Answer, RecordedRow } from '../../test/recorded/rows.ts';
import { RealServer, ServerNotReady } from '../../test/support/realServer.ts';
import { dataFolder, readTables } from '../kubernetes/tables.ts';
import type { Oracle } from './record.ts';
import { readSet, writeSet } from './sets.ts';
import type { Setting } from './settings.ts';

interface ApiResources {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly storageVersionHash?: string;
  }[];
}

/**
 * Starts a server with a setting, and returns its served, stored and enabled APIs, or why it did not start. Throws
 * `ServerNotReady` if it does not start without flags.
 */
async function recordSetting(program: string, { name, flags }: Setting): Promise<RecordedRow> {
  let server: RealServer;
  try {
    server = await RealServer.start(program, flags);
  } catch (error) {
    // Without flags, the failure is not about a setting.
    if (!(error instanceof ServerNotReady) || flags.length === 0) throw error;
    return { name, flags, answer: error.error === '' ? { neverReady: true } : { error: error.error } };
  }
  try {
    return { name, flags, answer: await answerOf(server) };
  } finally {
    await server.stop();
  }
}

/** Records the settings of a grid, each as a separate set; earlier recordings are read back. */
export async function recordGrid(
  { release, program, folder, log }: Oracle,
  settings: readonly Setting[],
): Promise<readonly RecordedRow[]> {
  const rows: RecordedRow[] = [];
  for (const setting of settings) {
    const file = `grid@${setting.name}.jsonl.gz`;
    const known = readSet<RecordedRow>(folder, file);
    const recorded = known ?? [await recordSetting(program, setting)];
    if (known === undefined) {
      writeSet(folder, { file, release, command: `npm run oracle -- ${release} --only grid` }, recorded);
      log(`${file}: recorded`);
    }
    rows.push(...recorded);
  }
  return rows;
}

async function answerOf(server: RealServer): Promise<Answer> {
  const read = async <T>(path: string): Promise<T> => JSON.parse((await server.ask('GET', path)).body);
  const { groups } = await read<{ groups: readonly { versions: readonly { groupVersion: string }[] }[] }>('/apis');
  const paths = [
    '/api/v1',
    ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`)),
  ];
  const lists: ApiResources[] = [];
  for (const path of paths) lists.push(await read<ApiResources>(path));
  const gates = readMetrics((await server.ask('GET', '/metrics')).body).gates;
  const version = await read<Record<string, string>>('/version');
  const versionFields = [
    'major',
    'minor',
    'emulationMajor',
    'emulationMinor',
    'minCompatibilityMajor',
    'minCompatibilityMinor',
    'gitVersion',
  ];
  return {
    version: Object.fromEntries(
      versionFields.flatMap((key) => (version[key] === undefined ? [] : [[key, version[key]]])),
    ),
    served: lists.flatMap(servedLines).sort(),
    storageVersions: storageVersions(lists),
    features: Object.fromEntries((gates ?? []).map(({ name, stage, enabled }) => [name, [stage, enabled]])),
  };
}

function servedLines({ groupVersion, resources }: ApiResources): string[] {
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced }) => `${groupVersion} ${kind} ${name} ${namespaced ? 'Namespaced' : 'Cluster'}`);
}

/** The storage version of each resource: discovery has a hash of group, version and kind. */
function storageVersions(lists: readonly ApiResources[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { groupVersion, resources } of lists) {
    const group = groupVersion.includes('/') ? (groupVersion.split('/')[0] ?? '') : '';
    for (const { name, kind, storageVersionHash } of resources) {
      if (storageVersionHash === undefined || group === 'events.k8s.io') continue;
      const version = versionsTried.find((candidate) => hashOf(group, candidate, kind) === storageVersionHash);
      if (version !== undefined) found[group === '' ? name : `${name}.${group}`] = version;
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every version that some group has had in some binary. */
const versionsTried: readonly string[] = [
  ...new Set(
    Object.values(readTables(join(dataFolder, 'facts')).registeredVersions).flatMap((binaries) =>
      isObject(binaries)
        ? Object.values(binaries).flatMap((groups) => Object.values(object(groups)).flatMap(texts))
        : [],
    ),
  ),
];

function hashOf(group: string, version: string, kind: string): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}
