import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from './failure.ts';
import type { Refreshed, RefreshRequest } from './refresh.ts';

/** Clusters that were read for one run. */
export interface ClustersForRun {
  readonly ok: true;
  /** The locations of the copies, by context. */
  readonly clusters: ReadonlyMap<string, { readonly folder: string; readonly name: string }>;
  /** Removes the copies. */
  end(): void;
}

/**
 * Reads the clusters of some contexts, one after the other, into a folder outside of every workspace.
 *
 * @param refresh reads one of them.
 */
export async function readClustersInto(
  contexts: readonly string[],
  request: Omit<RefreshRequest, 'context' | 'name' | 'copyInto' | 'refuse'>,
  refresh: (request: RefreshRequest) => Promise<Refreshed | Failure>,
): Promise<ClustersForRun | (Failure & { readonly context: string })> {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-clusters-'));
  const end = () => rmSync(folder, { recursive: true, force: true });
  const clusters = new Map<string, { folder: string; name: string }>();
  try {
    for (const [index, context] of contexts.entries()) {
      const copyInto = mkdtempSync(join(folder, `${index}-`));
      const read = await refresh({ ...request, copyInto, name: undefined, context });
      if (!read.ok) {
        end();
        return { ...read, context };
      }
      clusters.set(context, { folder: copyInto, name: read.name });
    }
  } catch (thrown) {
    end();
    throw thrown;
  }
  return { ok: true, clusters, end };
}
