import { resolve } from 'node:path';
import { inFolder } from '../disk/inFolder.ts';
import { statOf } from '../disk/trackedFs.ts';
import { kustomizationNames } from '../kustomize/kustomizationNames.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { RepositoryFolders } from './repositoryFolders.ts';

/** The files used from an applied folder. */
export interface AppliedFolder {
  /** Absolute. */
  readonly files: readonly string[];
  /** Chart folders, all of whose files are used. */
  readonly charts: readonly string[];
}

/** How a folder is applied. */
export interface AppliedFolderOptions {
  readonly components: readonly string[];
  /** Without a kustomization everything below it is applied. */
  readonly recurses: boolean;
}

/**
 * The files used from a folder: those that its kustomization builds on, its chart, or its manifests. If subfolders
 * count, one with a kustomization is used as such.
 *
 * Source: `generator.go` in github.com/fluxcd/pkg/kustomize; `reposerver/repository` of github.com/argoproj/argo-cd.
 *
 * @param folder absolute.
 */
export function filesAppliedFrom(
  folder: string,
  { components, recurses }: AppliedFolderOptions,
  repository: RepositoryFolders,
  kustomizations: Kustomizations,
): AppliedFolder {
  const files = new Set<string>();
  const charts = new Set<string>();
  const addTree = (at: string) => {
    for (const item of kustomizations.tree(at)) {
      for (const name of kustomizationNames) files.add(inFolder(item, name));
      for (const file of kustomizations.of(item)?.files ?? []) files.add(file);
    }
  };
  const add = (at: string, isWhole: boolean) => {
    if (kustomizations.of(at) !== undefined) addTree(at);
    else if (statOf(inFolder(at, 'Chart.yaml')) !== undefined) charts.add(at);
    else {
      for (const file of repository.manifests().get(at) ?? []) files.add(file);
      if (isWhole) for (const item of repository.foldersIn(at)) add(item, true);
    }
  };
  add(folder, recurses);
  for (const component of components) addTree(resolve(folder, component));
  return { files: [...files], charts: [...charts] };
}
