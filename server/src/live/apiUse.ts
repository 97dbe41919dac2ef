import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';
import type { AuditedUse } from './auditLog.ts';
import type { RequestedApi } from './snapshot.ts';
import { verdictOnText } from './stored.ts';

/** An outdated API, with its clients. */
export interface OutdatedApiUse extends GroupVersion {
  readonly resource: string;
  readonly subresource: string;
  /** Its state at the target: `last served by 1.21`, `deprecated, removed in 1.25`, `not served`. */
  readonly verdict: string;
  /** Whether the server's metric `apiserver_requested_deprecated_apis` counts requests since the server started. */
  readonly isRequested: boolean;
  /** Its clients in an audit log; the most frequent first. */
  readonly clients: readonly ApiClient[];
}

/** A client of an API. */
export interface ApiClient {
  readonly user: string;
  readonly userAgent: string;
  readonly verbs: readonly string[];
  readonly count: number;
  readonly lastSeen: string;
}

/**
 * Joins client requests with the state of APIs at a target: those that are deprecated with an end, removed or not
 * served there, the most requested first.
 *
 * @param requested the rows of the metric, from the copy of a live cluster.
 * @param uses the rows of an audit log.
 */
export function outdatedApiUses(
  requested: readonly RequestedApi[],
  uses: readonly AuditedUse[],
  surface: ApiSurface,
): readonly OutdatedApiUse[] {
  const keyOf = (api: Omit<RequestedApi, 'removedRelease'>) =>
    [api.group, api.version, api.resource, api.subresource].join('\0');
  const apis = new Map([...uses, ...requested].map((api) => [keyOf(api), api]));
  const metric = new Set(requested.map(keyOf));
  const audited = grouped(uses.map((use) => [keyOf(use), use]));
  const found = [...apis].flatMap(([key, { group, version, resource, subresource }]): readonly OutdatedApiUse[] => {
    const verdict = verdictOnResource({ group, version }, resource, surface);
    if (verdict === undefined) return [];
    const clients = clientsOf(audited.get(key) ?? []);
    return [{ group, version, resource, subresource, verdict, isRequested: metric.has(key), clients }];
  });
  const total = ({ clients }: OutdatedApiUse) => clients.reduce((sum, { count }) => sum + count, 0);
  return found.sort((a, b) => total(b) - total(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Resources outside the catalogue, such as custom ones, are omitted. */
function verdictOnResource(api: GroupVersion, resource: string, surface: ApiSurface): string | undefined {
  const facts = surface.catalog.kinds.find(
    (kind) => kind.group === api.group && kind.version === api.version && kind.resource === resource,
  );
  return facts === undefined ? undefined : verdictOnText(formatGroupVersion(api), facts.kind, surface);
}

function clientsOf(uses: readonly AuditedUse[]): readonly ApiClient[] {
  const byClient = grouped(uses.map((use) => [`${use.user}\0${use.userAgent}`, use]));
  const clients = [...byClient.values()].flatMap((uses): readonly ApiClient[] => {
    const [first] = uses;
    if (first === undefined) return [];
    const { user, userAgent } = first;
    const verbs = [...new Set(uses.map(({ verb }) => verb))].sort();
    const count = uses.reduce((sum, auditedUse) => sum + auditedUse.count, 0);
    const lastSeen = uses.reduce((last, auditedUse) => (auditedUse.lastSeen > last ? auditedUse.lastSeen : last), '');
    return [{ user, userAgent, verbs, count, lastSeen }];
  });
  return clients.sort((a, b) => b.count - a.count || (a.user < b.user ? -1 : 1));
}
