import picomatch from 'picomatch';
import type { Config } from './config.ts';

/** Clusters, and the workloads that are applied to them. */
export interface Fleet {
  /** Has only the clusters, as targets. */
  readonly config: Config;
  /** In the order written; the first rule that matches a file counts. */
  readonly workloads: readonly FleetRule[];
}

/** An entry of `workloads:`. */
export interface FleetRule {
  readonly match: string;
  /** The names of its clusters. */
  readonly targets: readonly string[];
}

/**
 * Returns a function from a file to its workload: the outermost folder that matches, or the file itself; undefined if
 * neither does.
 *
 * @param match a glob of folders or files, relative to the folder of the fleet, which may begin with `../`.
 */
export function workloadMatcher(match: string): (file: string) => string | undefined {
  const pattern = match.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (pattern === '' || pattern === '.') return () => '.';
  // picomatch would remove `../`.
  const parents = /^(?:\.\.\/)*/.exec(pattern)?.[0] ?? '';
  const matches = picomatch(pattern.slice(parents.length), { dot: true, windows: false });
  return (file) => {
    if (!file.startsWith(parents) || file.startsWith('../', parents.length)) return undefined;
    const parts = file.slice(parents.length).split('/');
    for (let length = 1; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join('/');
      if (matches(folder)) return `${parents}${folder}`;
    }
    return undefined;
  };
}
