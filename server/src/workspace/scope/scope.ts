import { resolve } from 'node:path';
import type { FoundFile } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { pathExists } from '../disk/trackedFs.ts';
import type { ChangedFiles } from '../programs/changedFiles.ts';
import { affectedFiles } from './affected.ts';
import { type Shard, ShardFiles } from './shard.ts';

/** Which of the found files a run covers. */
export interface ScopeRequest {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** Kustomizations are built. */
  readonly build: boolean;
  readonly shard?: Shard;
  /** The changes; absent to judge everything. */
  readonly changed?: Extract<ChangedFiles, { ok: true }>;
}

/** The part of a workspace that a run reports on. */
export class Scope {
  readonly #request: ScopeRequest;
  readonly #shardFiles: ShardFiles | undefined;
  readonly #filesInScope: ReadonlySet<string> | undefined;

  /** @param targetFiles the files that targets are read from. */
  constructor(files: readonly FoundFile[], request: ScopeRequest, targetFiles: ReadonlySet<string>) {
    const { cwd, build, shard, changed } = request;
    const shardFiles = shard === undefined ? undefined : new ShardFiles(cwd, shard);
    this.#request = request;
    this.#shardFiles = shardFiles;
    if (shardFiles === undefined && changed === undefined) return;
    const affected = changed === undefined ? undefined : affectedFiles(files, changed, { cwd, targetFiles, build });
    const inScope = files.filter(({ path, file }) => affected?.has(path) !== false && shardFiles?.has(file) !== false);
    this.#filesInScope = new Set(inScope.map(({ path }) => path));
  }

  /** Whether a file that was found is reported on. */
  has({ path }: FoundFile): boolean {
    return this.#filesInScope?.has(path) !== false;
  }

  /** Whether problems of a place are reported: an unreadable folder, a missing path. */
  isReported(file: string): boolean {
    return this.#shardFiles?.has(file) !== false;
  }

  /** Whether the run covered a file, named as in reports, or would have if it existed. */
  covers(file: string): boolean {
    const { cwd, paths } = this.#request;
    const path = resolve(cwd, file);
    if (pathExists(path)) return this.#filesInScope?.has(path) !== false && isUnder(path, paths, cwd);
    return isUnder(path, paths, cwd) && this.isReported(file);
  }
}

function isUnder(path: string, paths: readonly string[], cwd: string): boolean {
  return paths.some((named) => isBelow(path, resolve(cwd, named)));
}
