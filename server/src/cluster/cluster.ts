import type { ApiSurface } from '../catalog/surface.ts';
import type { ScannedResource } from '../live/stored.ts';
import { lazily } from '../text/lazily.ts';
import { repositoryAround } from '../workspace/disk/confinement.ts';
import { accessCluster, contextsOf } from './access.ts';
import { getter, mapConcurrently, type ReadLimits } from './ask.ts';
import { readClustersInto } from './clustersForRun.ts';
import { type Failure, failure } from './failure.ts';
import { readCluster } from './readCluster.ts';
import { type Refreshed, type RefreshRequest, refreshCluster } from './refresh.ts';
import { type ClusterReleases, openReleases, type ReleasesRequest } from './releases.ts';
import { type ScanResult, scanResource } from './scanStored.ts';
import { openSqlReleases } from './sql/sqlReleases.ts';

/*
 * The only module that the rest of the program loads to talk to clusters, and only on request: its library is larger
 * than all code that judges manifests.
 */

export { type Refreshed, type RefreshRequest, refreshCluster };

/** Reads the clusters of some contexts for one run; the copies are deleted at its end. */
export function readClustersForRun(
  contexts: readonly string[],
  request: Parameters<typeof readClustersInto>[1],
): ReturnType<typeof readClustersInto> {
  return readClustersInto(contexts, request, refreshCluster);
}

/** The objects of a cluster to scan. */
export interface ScanRequest extends ReadLimits {
  /** The folder of the configuration. */
  readonly folder: string;
  readonly context: string;
  readonly kubeconfig: string | undefined;
  readonly cwd: string;
  /** The target that judges its objects. */
  readonly surface: ApiSurface;
  readonly resources: readonly ScannedResource[];
  /** The only scanned namespace, excluding cluster-scoped objects; undefined for all. */
  readonly namespace: string | undefined;
  /** Annotations with manifests, besides kubectl's. */
  readonly annotations: readonly string[];
  /** Takes the resource that comes next. */
  readonly onResource?: (resource: ScannedResource) => void;
}

/** Scans the objects of some resources; a failed list is reported in its result. */
export async function scanCluster(
  request: ScanRequest,
): Promise<{ readonly ok: true; readonly results: readonly ScanResult[] } | Failure> {
  const { folder, context, kubeconfig, cwd, surface, resources, namespace, annotations, onResource } = request;
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: repositoryAround(folder) });
  if (!access.ok) return access;
  // Connection and authentication problems are reported once.
  const reached = await getter(access, request)('/version');
  if (!reached.ok) return reached;
  const within = namespace === undefined ? resources : resources.filter(({ namespaced }) => namespaced);
  const results = await mapConcurrently(within, async (resource) => {
    onResource?.(resource);
    // There can be very many objects of one resource: each has the time that reading a cluster has.
    return scanResource(getter(access, request), resource, { surface, namespace, annotations });
  });
  return { ok: true, results };
}

/** The CustomResourceDefinitions of a cluster, which are not kept here. */
export interface ReadClusterDefinitions {
  readonly ok: true;
  /** Without credentials. */
  readonly server: string;
  /** `v1.36.1` */
  readonly version: string;
  /** A `List` of them, as JSON. */
  readonly definitions: string;
}

/** Reads the CustomResourceDefinitions of a cluster, and writes nothing. */
export async function readClusterDefinitions(
  request: Omit<RefreshRequest, 'name' | 'refuse'>,
): Promise<ReadClusterDefinitions | Failure> {
  const { folder, context, kubeconfig, cwd } = request;
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: repositoryAround(folder) });
  if (!access.ok) return access;
  const read = await readCluster(access, request);
  if (!read.ok) return read;
  const { snapshot, definitions } = read;
  if (definitions === '') return failure(snapshot.unread.join(' '), 'request the permission to list them');
  return { ok: true, server: access.server, version: snapshot.version.gitVersion, definitions };
}

/**
 * Opens access to the Helm releases of a cluster, whose kubeconfig may be in the folder's workspace: in the cluster, or
 * in the database of `HELM_DRIVER=sql`. Source: helm.sh/helm/v3 pkg/action/action.go, Init.
 */
export function openClusterReleases({
  folder,
  ...request
}: Omit<ReleasesRequest, 'workspace'> & { readonly folder: string }): Promise<ClusterReleases | Failure> {
  const inCluster = { ...request, workspace: repositoryAround(folder) };
  const { HELM_DRIVER: driver, HELM_DRIVER_SQL_CONNECTION_STRING: connectionString = '' } = process.env;
  if (driver !== 'sql') return openReleases(inCluster);
  const { namespace, milliseconds } = request;
  const cluster = lazily(() => openReleases(inCluster));
  const serves: ClusterReleases['serves'] = async (groupVersion, kind) => {
    const opened = await cluster();
    return opened.ok ? opened.serves(groupVersion, kind) : undefined;
  };
  return openSqlReleases({ connectionString, namespace, milliseconds, serves });
}

/** The contexts of the user's kubeconfig, the current one first. */
export function listContexts(cwd: string): ReturnType<typeof contextsOf> {
  return contextsOf(undefined, cwd);
}
