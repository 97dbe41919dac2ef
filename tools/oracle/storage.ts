import { isObject, optionalText } from '../../server/data/generator/json.ts';
import { groupResource } from '../../server/src/catalog/catalog.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { parseGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { discover, pathIn, type ResourceEndpoint } from '../../test/recorded/asking.ts';
import type { RealServer } from '../../test/support/realServer.ts';
import type { Disagreement } from './disagreements.ts';
import type { AskedDocument } from './documents.ts';
import { type Oracle, recordOnce } from './record.ts';
import type { Setting } from './settings.ts';

/** A resource (`deployments.apps`), and the versions of its objects in etcd: none if no object was accepted. */
export interface StorageRow {
  readonly resource: string;
  readonly versions: readonly string[];
}

/** The groups whose objects change how a server answers, so they are created last. */
const changeTheServer = ['admissionregistration.k8s.io', 'apiregistration.k8s.io'];

/** Creates an object of each resource that a server with a setting serves, and reads from etcd what it stored. */
export function recordStorage(
  oracle: Oracle,
  { name, flags }: Setting,
  documents: readonly AskedDocument[],
): Promise<readonly StorageRow[]> {
  const setting = { name, flags: ['--storage-media-type=application/json', ...flags] };
  return recordOnce(oracle, `storage@${name}.jsonl.gz`, setting, (server) => storedBy(server, documents));
}

/** Resources without an object in etcd. */
export function notStored(rows: readonly StorageRow[]): readonly string[] {
  return rows.filter(({ versions }) => versions.length === 0).map(({ resource }) => resource);
}

/** The disagreements between the versions in etcd and the storage versions of a target. */
export function compareStorage(
  rows: readonly StorageRow[],
  { storageVersions }: Pick<ApiSurface, 'storageVersions'>,
  setting: string,
): readonly Disagreement[] {
  return rows.flatMap(({ resource, versions }) => {
    const ours = storageVersions.get(resource);
    const others = versions.filter((version) => version !== ours);
    if (others.length === 0) return [];
    const detail = `${others.join(', ')} against ${ours ?? 'none'}`;
    return [{ rule: 'a storage version in etcd', about: resource, detail, setting }];
  });
}

async function storedBy(server: RealServer, documents: readonly AskedDocument[]): Promise<readonly StorageRow[]> {
  const endpoints = await discover(server, 'create');
  const resources = new Map<string, string>();
  for (const [gvk, { resource }] of endpoints) {
    const [group, kind] = groupKind(gvk);
    resources.set(`${group} ${kind}`, groupResource(group, resource));
  }
  const last = (gvk: string) => Number(changeTheServer.includes(groupKind(gvk)[0]));
  const ordered = [...endpoints].sort(([a], [b]) => last(a) - last(b));
  for (const [gvk, endpoint] of ordered) {
    const asked = documents.filter(({ apiVersion, kind }) => `${apiVersion.replace(/^\//, '')} ${kind}` === gvk);
    await createFirst(server, endpoint, asked);
  }
  const found = new Map([...resources.values()].map((resource) => [resource, new Set<string>()]));
  for (const value of (await server.storedValues('/registry/')).values()) {
    const { apiVersion, kind } = typeOf(value);
    const parsed = parseGroupVersion(apiVersion ?? '');
    if (parsed !== undefined) found.get(resources.get(`${parsed.group} ${kind}`) ?? '')?.add(parsed.version);
  }
  return [...found]
    .map(([resource, versions]) => ({ resource, versions: [...versions].sort() }))
    .sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

/** Creates the first of the documents that the server accepts. */
async function createFirst(
  server: RealServer,
  endpoint: ResourceEndpoint,
  documents: readonly AskedDocument[],
): Promise<void> {
  for (const { text, namespace } of documents) {
    const { status } = await server.ask('POST', pathIn(endpoint, namespace), text, 'application/yaml');
    if (status === 201) return;
  }
}

function groupKind(gvk: string): readonly [group: string, kind: string] {
  const [apiVersion = '', kind = ''] = gvk.split(' ');
  return [parseGroupVersion(apiVersion)?.group ?? '', kind];
}

/** The type of a stored object; empty for the few values that are none, such as the numbers of allocated addresses. */
function typeOf(value: Buffer): { readonly apiVersion?: string | undefined; readonly kind?: string | undefined } {
  let stored: unknown;
  try {
    stored = JSON.parse(value.toString('utf8'));
  } catch {
    return {};
  }
  if (!isObject(stored)) return {};
  return { apiVersion: optionalText(stored['apiVersion']), kind: optionalText(stored['kind']) };
}
