import type { Catalog } from '../../catalog/catalog.ts';
import type { LiveTarget } from '../../config/config.ts';
import { deriveTarget } from '../../live/deriveTarget.ts';
import { liveCrds } from '../../live/liveDefinitions.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import { managedServer } from '../../targets/managedServers.ts';
import { providerOf } from '../../targets/supportWindow.ts';
import type { Target } from '../../targets/target.ts';
import { type CopyProblem, readLiveCopy } from './liveCopies.ts';

/** A live cluster as a target, from the last read. */
export interface ReadLiveTarget {
  readonly ok: true;
  readonly target: Target;
  /** Its unknown properties: sentences. */
  readonly notes: readonly string[];
  readonly snapshot: LiveSnapshot;
  /** For people: `context staging, read 2026-01-31 12:00 UTC`. */
  readonly source: string;
  /** The copy, absolute. */
  readonly path: string;
}

/**
 * Builds a target from the copy of a live cluster, without asking the cluster.
 *
 * @param folder that of the configuration.
 */
export function readLiveTarget(
  folder: string,
  live: Pick<LiveTarget, 'name' | 'context' | 'crds'>,
  catalog: Catalog,
): ReadLiveTarget | CopyProblem {
  const { name, context, crds } = live;
  const copy = readLiveCopy(folder, name, context);
  if (!copy.ok) return copy;
  const { snapshot, path } = copy;
  const derivation = deriveTarget(name, snapshot, catalog);
  if (!derivation.ok) return derivation;
  const { target, notes } = derivation.derived;
  const provider = providerOf(snapshot.version.gitVersion);
  const managed = provider === undefined ? undefined : managedServer(provider, target.binary);
  const plugins = managed?.flags['enable-admission-plugins']?.flatMap((names) => names.split(','));
  const whole = {
    ...target,
    // A server shows its gates and its APIs, but not its admission plugins.
    ...(plugins === undefined ? {} : { enabledAdmissionPlugins: plugins }),
    ...(managed === undefined ? {} : { managedBy: managed.title }),
    crds: { sets: [], paths: [], ...crds, live: liveCrds(snapshot, copy) },
  };
  const source = `context ${context}, read ${snapshot.readAt.slice(0, 16).replace('T', ' ')} UTC`;
  return { ok: true, target: whole, notes, snapshot, source, path };
}
