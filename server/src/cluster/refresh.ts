import type { Catalog } from '../catalog/catalog.ts';
import { type DerivedTarget, deriveTarget } from '../live/deriveTarget.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import { repositoryAround } from '../workspace/disk/confinement.ts';
import { accessCluster } from './access.ts';
import type { ReadLimits } from './ask.ts';
import { cancelled } from './explain.ts';
import { type Failure, failure } from './failure.ts';
import { readCluster } from './readCluster.ts';
import { readTexts } from './readTexts.ts';
import { writeLiveCopy } from './writeLiveCopy.ts';

/** Whose cluster is read, and as which target. */
export interface RefreshRequest extends ReadLimits {
  /** The folder of the configuration, for the copy. */
  readonly folder: string;
  /** Another folder for the copy. */
  readonly copyInto?: string;
  /** The name of the target; derived from the context if undefined. */
  readonly name: string | undefined;
  /** Undefined for the current one. */
  readonly context: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly cwd: string;
  readonly catalog: Catalog;
  /** Why this name and context are refused, before anything is written. */
  readonly refuse?: (name: string, context: string) => Failure | undefined;
}

/** A cluster that was read and copied. */
export interface Refreshed {
  readonly ok: true;
  readonly name: string;
  readonly snapshot: LiveSnapshot;
  readonly derived: DerivedTarget;
}

/** Reads a cluster and stores the copy for targets. */
export async function refreshCluster(request: RefreshRequest): Promise<Refreshed | Failure> {
  const { folder, context, kubeconfig, cwd, catalog } = request;
  const access = await accessCluster({ context, kubeconfig, cwd, workspace: repositoryAround(folder) });
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
  const unwritten = writeLiveCopy(request.copyInto ?? folder, name, { ...read, texts });
  if (unwritten !== undefined) return failure(unwritten.message, unwritten.remedy);
  return { ok: true, name, snapshot: read.snapshot, derived: derivation.derived };
}

/** `arn:aws:eks:us-east-1:1234:cluster/prod` becomes `prod`: the last part of a context, in the letters of a name. */
function nameOf(context: string): string {
  const last = context.split(/[/:]/).findLast((part) => part !== '') ?? '';
  const name = last.replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' || /^v?1\.\d/.test(name) ? `live-${name}`.replace(/-$/, '') : name;
}
