import picomatch from 'picomatch';
import type { Config } from './config.ts';

/** Many clusters, and which of them get which folders. */
export interface Fleet {
  /** The clusters, as targets; nothing else of it is set. */
  readonly config: Config;
  /** In the order written: the first one that has a file counts. */
  readonly workloads: readonly FleetRule[];
}

/** An entry of `workloads:`. */
export interface FleetRule {
  readonly match: string;
  /** The names of the clusters that it goes to. */
  readonly targets: readonly string[];
}

/**
 * Gives the workload that a file belongs to by a match: the outermost folder that it matches, or the file itself;
 * undefined where there is none.
 *
 * @param match a glob of folders or files, relative to the folder of the fleet, which may begin with `../`.
 */
export function workloadMatcher(match: string): (file: string) => string | undefined {
  const written = match.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (written === '' || written === '.') return () => '.';
  // What leads upwards is no pattern, and picomatch would take it away.
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
