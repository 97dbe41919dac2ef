import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import type { ApiClient, OutdatedApiUse } from './apiUse.ts';
import { type OutdatedObject, verdictOnText } from './stored.ts';

/** An API that is deprecated or removed at a target, with its use in manifests, in the cluster and by clients. */
export interface OutdatedApi extends GroupVersion {
  readonly kind: string;
  /** `last served by 1.21`, `deprecated, removed in 1.25`, `not served`. */
  readonly verdict: string;
  /** The number of resources in manifests that use it. */
  readonly manifests: number;
  /** The number of cluster objects written, or last applied, in it. */
  readonly objects: number;
  /** The field managers that wrote them. */
  readonly managers: readonly string[];
  /** The Helm releases whose stored objects have it, by namespace and name; each once. */
  readonly releases: readonly ReleaseName[];
  /** Whether the server's metric counts requests of it. */
  readonly isRequested: boolean;
  /** Its clients, by audit logs. */
  readonly clients: readonly ApiClient[];
}

/** The name of a Helm release. */
export interface ReleaseName {
  readonly namespace: string | undefined;
  readonly name: string;
}

/** A Helm release, with the APIs of its stored objects. */
export interface ReleaseObjects extends ReleaseName {
  readonly objects: readonly { readonly apiVersion: string; readonly kind: string }[];
}

/** The evidence of API use. */
export interface OutdatedApiEvidence {
  /** The apiVersion and kind of each resource of the manifests. */
  readonly manifests: Iterable<{ readonly apiVersion: string; readonly kind: string }>;
  readonly objects: readonly OutdatedObject[];
  readonly releases: readonly ReleaseObjects[];
  readonly requests: readonly OutdatedApiUse[];
}

interface Tally extends Omit<OutdatedApi, 'managers' | 'releases' | 'clients'> {
  manifests: number;
  objects: number;
  readonly managers: Set<string>;
  readonly releases: Map<string, ReleaseName>;
  isRequested: boolean;
  readonly clients: ApiClient[];
}

/** Joins the evidence of each outdated API, by group, kind and version; the most used first. */
export function outdatedApis(
  { manifests, objects, releases, requests }: OutdatedApiEvidence,
  surface: ApiSurface,
): readonly OutdatedApi[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (apiVersion: string, kind: string): Tally | undefined => {
    const key = `${apiVersion} ${kind}`;
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const groupVersion = parseGroupVersion(apiVersion);
    const verdict = verdictOnText(apiVersion, kind, surface);
    if (groupVersion === undefined || verdict === undefined) return undefined;
    const { group, version } = groupVersion;
    const counts = { manifests: 0, objects: 0, isRequested: false };
    const found = { managers: new Set<string>(), releases: new Map<string, ReleaseName>(), clients: [] };
    const tally: Tally = { group, version, kind, verdict, ...counts, ...found };
    tallies.set(key, tally);
    return tally;
  };
  for (const { apiVersion, kind } of manifests) {
    const tally = tallyOf(apiVersion, kind);
    if (tally !== undefined) tally.manifests++;
  }
  for (const { kind, managers, lastApplied, annotated } of objects) {
    const applied = annotated.map((version) => ({ ...version, manager: version.annotation }));
    if (lastApplied !== undefined) applied.push({ ...lastApplied, annotation: '', manager: 'kubectl apply' });
    const counted = new Set<Tally>();
    for (const { apiVersion, manager } of [...managers, ...applied]) {
      const tally = tallyOf(apiVersion, kind);
      if (tally === undefined) continue;
      tally.managers.add(manager);
      if (!counted.has(tally)) tally.objects++;
      counted.add(tally);
    }
  }
  for (const { namespace, name, objects: held } of releases) {
    for (const { apiVersion, kind } of held) {
      tallyOf(apiVersion, kind)?.releases.set(`${namespace ?? ''}/${name}`, { namespace, name });
    }
  }
  for (const { group, version, resource, isRequested, clients } of requests) {
    const kind = kindOf({ group, version }, resource, surface);
    const tally = kind === undefined ? undefined : tallyOf(formatGroupVersion({ group, version }), kind);
    if (tally === undefined) continue;
    tally.isRequested ||= isRequested;
    tally.clients.push(...clients);
  }
  const weight = (api: OutdatedApi) =>
    api.manifests + api.objects + api.releases.length + api.clients.reduce((sum, { count }) => sum + count, 0);
  return [...tallies.values()]
    .map((tally): OutdatedApi => {
      const held = [...tally.releases].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, release]) => release);
      return { ...tally, managers: [...tally.managers].sort(), releases: held };
    })
    .sort((a, b) => weight(b) - weight(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function kindOf(api: GroupVersion, resource: string, { catalog }: ApiSurface): string | undefined {
  return catalog.kinds.find(
    (facts) => facts.group === api.group && facts.version === api.version && facts.resource === resource,
  )?.kind;
}

function keyOf({ group, version, kind }: OutdatedApi): string {
  return `${group} ${kind} ${version}`;
}
