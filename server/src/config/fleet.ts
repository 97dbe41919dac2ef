import picomatch from 'picomatch';
import type { Config } from './config.ts';

/** Clusters and the folders that they get. */
export interface Fleet {
  /** The clusters, as targets; its other properties are unset. */
  readonly config: Config;
  /** In the order written: the first one that has a file counts. */
  readonly workloads: readonly FleetRule[];
}

/** An entry of `workloads:`. */
export interface FleetRule {
  readonly match: string;
  /** The names of its clusters. */
  readonly targets: readonly string[];
}

/**
 * Returns the workload of a file by a match: the outermost matching folder, or the file itself; undefined if there is
 * none.
 *
 * @param match a glob of folders or files, relative to the folder of the fleet, which may begin with `../`.
 */
export function workloadMatcher(match: string): (file: string) => string | undefined {
  const written = match.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (written === '' || written === '.') return () => '.';
  // `../` is not a pattern, and picomatch would remove it.
  const up = /^(?:\.\.\/)*/.exec(written)?.[0] ?? '';
  const matches = picomatch(written.slice(up.length), { dot: true, windows: false });
  return (file) => {
    if (!file.startsWith(up) || file.startsWith('../', up.length)) return undefined;
    const parts = file.slice(up.length).split('/');
    for (let length = 1; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join('/');
      if (matches(folder)) return `${up}${folder}`;
    }
    return undefined;
  };
}
