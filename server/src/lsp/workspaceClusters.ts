import { type Application, ClustersOfFiles } from '../workspace/delivery/clustersOfFiles.ts';
import { Kustomizations } from '../workspace/kustomize/kustomizations.ts';

/** The clusters that workspace files are applied to. */
export class WorkspaceClusters {
  #files: readonly string[] = [];
  #clusters: ClustersOfFiles | undefined;

  /** The files that may define what is applied where, absolute, in the order of their names. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Call when these files or their inputs may have changed. @param folder the workspace's. */
  take(files: readonly string[], folder: string): void {
    this.#files = files;
    if (files.length === 0) {
      this.#clusters = undefined;
      return;
    }
    // Judging drops its kustomizations more often than deliveries can change.
    const kustomizations = new Kustomizations([folder]);
    const all = { paths: files, covers: () => true, hasSeen: () => true };
    this.#clusters = new ClustersOfFiles(() => kustomizations, all);
  }

  /** The installers of a chart. @param folder the absolute chart folder. */
  releasesOf(folder: string): ReturnType<ClustersOfFiles['releasesOf']> {
    return this.#clusters?.releasesOf(folder) ?? [];
  }

  /** The charts that a file has installed and that are not in its repository. @param path absolute. */
  remoteCharts(path: string): ReturnType<ClustersOfFiles['remoteCharts']> {
    return this.#clusters?.remoteCharts(path) ?? [];
  }

  /** Where a file is applied. @param path absolute. */
  of(path: string): Application | undefined {
    return this.#clusters?.of(path);
  }
}
