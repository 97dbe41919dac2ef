import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { type DerivedTarget, deriveTarget } from '../live/deriveTarget.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import type { ScannedResource } from '../live/stored.ts';
import { accessCluster, contextsOf } from './access.ts';
import { getter, type ReadBounds, sideBySide } from './ask.ts';
import { cancelled } from './explain.ts';
import { type Failure, failure } from './failure.ts';
import { readCluster } from './readCluster.ts';
import { readTexts } from './readTexts.ts';
import { type ClusterReleases, openReleases, type ReleasesRequest } from './releases.ts';
import { type ScanResult, scanResource } from './scanStored.ts';
import { writeLiveCopy } from './writeLiveCopy.ts';

/*
 * The one module that the rest of the program loads to talk to clusters, and only when somebody asked for that: the
 * library behind it is larger than all that judges manifests.
 */

/** Whose cluster is read, and as which target. */
export interface RefreshRequest extends ReadBounds {
  /** The folder of the configuration, where the copy goes. */
  readonly folder: string;
  /** The name of the target; made of the context where it is undefined. */
  readonly name: string | undefined;
  /** Undefined for the current one. */
  readonly context: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly cwd: string;
  readonly catalog: Catalog;
  /** Says why this name and context cannot be, before anything is written. */
  readonly refuse?: (name: string, context: string) => Failure | undefined;
}

/** A cluster that was read and copied. */
export interface Refreshed {
  readonly ok: true;
  readonly name: string;
  readonly snapshot: LiveSnapshot;
  readonly derived: DerivedTarget;
}

/** Reads a cluster and keeps the copy that targets are made of. */
export async function refreshCluster(request: RefreshRequest): Promise<Refreshed | Failure> {
  const { folder, context, kubeconfig, cwd, catalog } = request;
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: workspaceOf(folder) });
  if (!access.ok) return access;
  const name = request.name ?? nameOf(access.context);
  const refused = request.refuse?.(name, access.context);
  if (refused !== undefined) return refused;
  const read = await readCluster(access, request);
  if (!read.ok) return read;
  const derivation = deriveTarget(name, read.snapshot, catalog);
  if (!derivation.ok) return failure(derivation.message, derivation.remedy);
  const texts = await readTexts(access, read.snapshot, request);
  if (request.signal?.aborted === true) return cancelled(access);
  const unwritten = writeLiveCopy(folder, name, { ...read, texts });
  if (unwritten !== undefined) return failure(unwritten.message, unwritten.remedy);
  return { ok: true, name, snapshot: read.snapshot, derived: derivation.derived };
}

/** Which objects of a cluster are looked through. */
export interface ScanRequest extends ReadBounds {
  /** The folder of the configuration. */
  readonly folder: string;
  readonly context: string;
  readonly kubeconfig: string | undefined;
  readonly cwd: string;
  readonly surface: ApiSurface;
  readonly resources: readonly ScannedResource[];
  /** Takes the resource that comes next. */
  readonly onResource?: (resource: ScannedResource) => void;
}

/** Looks through the objects of some resources; what cannot be listed says so in its result. */
export async function scanCluster(
  request: ScanRequest,
): Promise<{ readonly ok: true; readonly results: readonly ScanResult[] } | Failure> {
  const { folder, context, kubeconfig, cwd, surface, resources, onResource } = request;
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: workspaceOf(folder) });
  if (!access.ok) return access;
  // Whether there is anybody to ask, and who asks, is said once.
  const reached = await getter(access, request)('/version');
  if (!reached.ok) return reached;
  const results = await sideBySide(resources, async (resource) => {
    onResource?.(resource);
    // There can be very many objects of one resource: each has the time that reading a cluster has.
    return scanResource(getter(access, request), resource, surface);
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
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: workspaceOf(folder) });
  if (!access.ok) return access;
  const read = await readCluster(access, request);
  if (!read.ok) return read;
  const { snapshot, definitions } = read;
  if (definitions === '') return failure(snapshot.unread.join(' '), 'request the permission to list them');
  return { ok: true, server: access.server, version: snapshot.version.gitVersion, definitions };
}

/** Opens the way to the releases that Helm keeps in a cluster, whose kubeconfig may lie in the folder's workspace. */
export function openClusterReleases({
  folder,
  ...request
}: Omit<ReleasesRequest, 'workspace'> & { readonly folder: string }): Promise<ClusterReleases | Failure> {
  return openReleases({ ...request, workspace: workspaceOf(folder) });
}

/** The contexts of the user's kubeconfig, the current one first. */
export function listContexts(cwd: string): ReturnType<typeof contextsOf> {
  return contextsOf(undefined, cwd);
}

/** The folder whose files may be anybody's: the repository around the configuration, or else its folder. */
function workspaceOf(folder: string): string {
  let at = folder;
  while (!existsSync(join(at, '.git'))) {
    const parent = dirname(at);
    if (parent === at) return folder;
    at = parent;
  }
  return at;
}

/** `arn:aws:eks:us-east-1:1234:cluster/prod` becomes `prod`: the last part of a context, in the letters of a name. */
function nameOf(context: string): string {
  const last = context.split(/[/:]/).findLast((part) => part !== '') ?? '';
  const name = last.replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' || /^v?1\.\d/.test(name) ? `live-${name}`.replace(/-$/, '') : name;
}
