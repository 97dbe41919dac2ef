import { dirname, join, resolve } from 'node:path';
import { digest } from '../../report/fingerprint.ts';
import { reportName } from '../disk/discover.ts';
import { pathExists } from '../disk/trackedFs.ts';

/** One of several runs that share the files of a workspace among them. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
}

/**
 * Distributes files by a digest of their names, so that a file stays in its shard when others change. The files of a
 * Helm chart stay together, because they are rendered together.
 */
export class ShardFiles {
  readonly #cwd: string;
  readonly #shard: Shard;
  readonly #charts = new Charts();

  constructor(cwd: string, shard: Shard) {
    this.#cwd = cwd;
    this.#shard = shard;
  }

  /** Whether a file, named as in reports, is of this shard. It need not exist. */
  has(file: string): boolean {
    const path = resolve(this.#cwd, file);
    const unit = reportName(this.#charts.chartFolderOf(path) ?? path, this.#cwd);
    const { index, count } = this.#shard;
    return Number.parseInt(digest(unit).slice(0, 8), 16) % count === index - 1;
  }
}

/** Finds charts above files. */
export class Charts {
  readonly #known = new Map<string, string | undefined>();

  /** The folder of the outermost chart that a file is in. */
  chartFolderOf(path: string): string | undefined {
    return this.#outermost(dirname(path));
  }

  #outermost(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = dirname(folder);
    const above = parent === folder ? undefined : this.#outermost(parent);
    const found = above ?? (pathExists(join(folder, 'Chart.yaml')) ? folder : undefined);
    this.#known.set(folder, found);
    return found;
  }
}
