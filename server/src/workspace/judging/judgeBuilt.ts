import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { FoundFile } from '../disk/discover.ts';
import { isKustomization } from '../kustomize/kustomizationNames.ts';
import {
  type Build,
  buildKustomization,
  findKustomize,
  type KustomizeProgram,
  noKustomize,
} from '../kustomize/kustomizeBuild.ts';
import { obstacleTo } from '../kustomize/obstacle.ts';
import type { AddedToFile } from '../model/addedToFile.ts';
import type { Workspace } from '../model/workspace.ts';
import { judgeBuild, kustomizationRoots } from './judgeBuild.ts';
import { SourceFiles } from './sourceFile.ts';

/** The results of building the kustomizations among some files. */
export interface BuiltKustomizations {
  /** Findings that builds add to files. */
  readonly added: readonly AddedToFile[];
  /** The folders of the kustomizations that were built, or built on. */
  readonly folders: ReadonlySet<string>;
  /** Why others were not, by their files. */
  readonly notBuilt: ReadonlyMap<string, string>;
}

/**
 * Builds the kustomizations among the files that no other one builds on, judges the output, and adds findings that
 * their sources lack. Nothing is fetched: a kustomization with remote or missing parts is skipped and counted.
 *
 * @param workspace without build results yet.
 * @param isOwn whether findings on a file are wanted.
 */
export async function judgeBuilt(
  files: readonly FoundFile[],
  workspace: Workspace,
  isOwn: (path: string) => boolean,
): Promise<BuiltKustomizations> {
  const run = new BuildRun(files, workspace);
  const roots = run.roots(isOwn);
  const program = roots.length === 0 ? undefined : await findKustomize();
  // While one is judged, the next ones are built.
  const builds: Promise<Build>[] = [];
  const ahead = Math.min(maxAtOnce, availableParallelism());
  for (const [index, root] of roots.entries()) {
    for (const next of roots.slice(index + builds.length, index + ahead)) builds.push(run.build(next, program));
    const build = await builds.shift();
    if (build !== undefined) run.take(root, build);
  }
  return run;
}

/** The folders of the kustomizations that {@link judgeBuilt} builds. */
export function foldersToBuild(
  files: readonly FoundFile[],
  workspace: Workspace,
  isOwn: (path: string) => boolean,
): readonly string[] {
  return new BuildRun(files, workspace).roots(isOwn).map(({ path }) => dirname(path));
}

const maxAtOnce = 4;

class BuildRun implements BuiltKustomizations {
  readonly folders = new Set<string>();
  readonly notBuilt = new Map<string, string>();
  readonly #files: readonly FoundFile[];
  readonly #workspace: Workspace;
  readonly #sources: SourceFiles;

  constructor(files: readonly FoundFile[], workspace: Workspace) {
    const known = new Set(files.map(({ path }) => path));
    this.#files = files;
    this.#workspace = workspace;
    this.#sources = new SourceFiles(workspace, (path) => known.has(path));
  }

  get added(): readonly AddedToFile[] {
    return this.#sources.added();
  }

  /** Those that may have findings on a requested file. */
  roots(isOwn: (path: string) => boolean): readonly FoundFile[] {
    const { kustomizations } = this.#workspace;
    const all = this.#files.filter(({ path }) => isKustomization(path));
    return kustomizationRoots(all, kustomizations).filter(({ path }) =>
      [path, ...kustomizations.tree(dirname(path)).flatMap((item) => kustomizations.of(item)?.files ?? [])].some(isOwn),
    );
  }

  async build({ path }: FoundFile, program: KustomizeProgram | undefined): Promise<Build> {
    const folder = dirname(path);
    const obstacle = obstacleTo(folder, this.#workspace.kustomizations);
    if (obstacle !== undefined) return { ok: false, message: obstacle };
    return program === undefined ? { ok: false, message: noKustomize } : buildKustomization(folder, program);
  }

  take(root: FoundFile, build: Build): void {
    if (!build.ok) {
      this.notBuilt.set(root.path, build.message);
      return;
    }
    const tree = this.#workspace.kustomizations.tree(dirname(root.path));
    for (const item of tree) this.folders.add(item);
    judgeBuild({ ...root, ...build, tree }, this.#workspace, this.#sources);
  }
}
