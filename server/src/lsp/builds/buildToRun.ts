import { dirname, join } from 'node:path';
import type { FoundFile } from '../../workspace/disk/discover.ts';
import { isBelow } from '../../workspace/disk/isBelow.ts';
import { realPathOf } from '../../workspace/disk/trackedFs.ts';
import { kustomizationRoots } from '../../workspace/judging/judgeBuild.ts';
import { isKustomization, kustomizationNames } from '../../workspace/kustomize/kustomizationNames.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { obstacleTo } from '../../workspace/kustomize/obstacle.ts';

/** A kustomization of the workspace that no other one builds on. Plain data, like everything here. */
export interface BuildToRun extends FoundFile {
  /** The folders that it is built from, absolute, itself first. */
  readonly tree: readonly string[];
  /** Why it is not built; undefined if it can be. */
  readonly obstacle: string | undefined;
  /** Every input file, absolute, and those that would be read if they existed. */
  readonly reads: readonly string[];
  /** Those of them in the workspace, which can get findings. */
  readonly sources: readonly string[];
}

/**
 * The kustomizations to build among all files of a workspace.
 *
 * @param folders the workspace's, absolute: bases outside are not built.
 */
export function buildsToRun(files: readonly FoundFile[], folders: readonly string[]): readonly BuildToRun[] {
  const kustomizations = new Kustomizations();
  const known = new Set(files.map(({ path }) => path));
  const inside = folders.flatMap((folder) => realPathOf(folder) ?? []);
  const roots = kustomizationRoots(
    files.filter(({ path }) => isKustomization(path)),
    kustomizations,
  );
  return roots.map(({ path, file }) => {
    const folder = dirname(path);
    const tree = kustomizations.tree(folder);
    const reads = tree.flatMap((item) => [
      ...kustomizationNames.map((name) => join(item, name)),
      ...(kustomizations.of(item)?.files ?? []),
    ]);
    const outside = tree.find((candidate) => {
      const real = realPathOf(candidate);
      return real !== undefined && !inside.some((root) => isBelow(real, root));
    });
    const obstacle =
      obstacleTo(folder, kustomizations) ?? (outside && `it builds on ${outside}, which is outside of the workspace`);
    return { path, file, tree, obstacle, reads, sources: reads.filter((read) => known.has(read)) };
  });
}
