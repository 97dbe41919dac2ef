import { dirname } from 'node:path';
import table from '../../../data/authored/deliveries.json' with { type: 'json' };
import type { RepositoryFiles } from '../../gitops/delivery.ts';
import { matchClusters } from '../../gitops/matchClusters.ts';
import { mayDeliver, readDeliveries } from '../../gitops/readDeliveries.ts';
import type { RemoteChart } from '../../gitops/remoteChart.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { lazily } from '../../text/lazily.ts';
import type { Writer } from '../../update/writer.ts';
import { isBelow } from '../disk/isBelow.ts';
import { derived, derivedValue, named } from '../ground/derived.ts';
import { Scoped } from '../ground/scoped.ts';
import { textOf } from '../kustomize/handWritten.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { AppliedChart, AppliedCluster } from './appliedChart.ts';
import { AppliedFiles, type RepositoryDeliveries } from './appliedFiles.ts';
import type { DeliveryFiles } from './deliveryFiles.ts';
import { describedIn, type ReferencedDescription } from './describedClusters.ts';
import { inflatedChartsOf } from './inflatedCharts.ts';
import { remoteChartsOf } from './remoteCharts.ts';
import { RepositoryFolders } from './repositoryFolders.ts';

/** A cluster that a file is applied to, with its description. */
export interface ClusterOfFile extends AppliedCluster {
  /** The root of the repository, absolute. */
  readonly root: string;
  /** Its entry folder, relative to the root; undefined for a cluster known only by name. */
  readonly begins: string | undefined;
  /** `FILE` or `FILE#CLUSTER`, relative to the root; undefined without a certain description. */
  readonly described: string | undefined;
}

/** Where a file is applied. */
export interface Application {
  /** Undefined entries are unknown clusters. */
  readonly clusters: readonly (ClusterOfFile | undefined)[];
  /** Who applies it server-side; undefined if unknown. */
  readonly writer: Writer | undefined;
  /** Whether the repository certainly does not apply it, although it applies other files. */
  readonly isNotApplied: boolean;
}

/** The files that may define what is applied where, and the folders that were searched for them. */
type KnownFiles = Pick<DeliveryFiles, 'paths' | 'covers' | 'hasSeen' | 'mayDescribe'>;

/** More files than any maintained repository has. */
const maxFiles = 20_000;

/**
 * The clusters that files of repositories are applied to: each repository is searched when the first of its files is
 * queried.
 */
export class ClustersOfFiles {
  readonly #kustomizations: () => Kustomizations;
  readonly #files: KnownFiles;
  /** The roots of the searched repositories. */
  readonly #looked = new Set<string>();
  /** Equal clusters are the same object. */
  readonly #clusters = new Map<string, ClusterOfFile>();

  constructor(kustomizations: () => Kustomizations, files: KnownFiles) {
    this.#kustomizations = kustomizations;
    this.#files = files;
  }

  /** Where a file is applied; undefined in a repository that applies nothing. @param path absolute. */
  readonly of = named('clusters', (path): Application | undefined =>
    this.#repositoryOf(path)?.ask(({ delivered }) => {
      if (delivered === undefined) return undefined;
      const { applied, clusters } = delivered;
      const all = new Set(applied.files.get(path));
      let writer = applied.writers.get(path);
      for (const [folder, clusters] of applied.charts) {
        if (!isBelow(path, folder)) continue;
        for (const appliedCluster of clusters) all.add(appliedCluster);
        writer ??= applied.writers.get(folder);
      }
      const isNotApplied = all.size === 0 && !applied.isOpen && !applied.beginnings.has(path);
      return {
        clusters: [...new Set([...all].map((appliedCluster) => appliedCluster && clusters.get(appliedCluster)))],
        writer,
        isNotApplied,
      };
    }),
  );

  /**
   * The same from the files of the run only, for uses that decide nothing. Undefined for a part of a repository whose
   * targets did not need a search.
   */
  ofKnown(path: string): Application | undefined {
    const root = this.#rootOf(path);
    return root !== undefined && (this.#looked.has(root) || this.#files.covers(root)) ? this.of(path) : undefined;
  }

  /** The installations of a chart, with their clusters. @param folder the absolute chart folder. */
  releasesOf(
    folder: string,
  ): readonly (Omit<AppliedChart, 'cluster'> & { readonly cluster: ClusterOfFile | undefined })[] {
    const found = this.#repositoryOf(folder)?.ask(({ delivered, inflated }) => [
      ...(delivered?.applied.releases.get(folder) ?? []).map((release) => ({
        ...release,
        cluster: release.cluster && delivered?.clusters.get(release.cluster),
      })),
      ...(inflated().get(folder) ?? []).map((release) => ({ ...release, cluster: undefined })),
    ]);
    return found ?? [];
  }

  /**
   * The charts that a file installs from outside its repository, with their sources; from the files of the run only.
   *
   * @param path absolute.
   */
  remoteCharts(path: string): readonly RemoteChart[] {
    const root = this.#rootOf(path);
    const isKnown = root !== undefined && (this.#looked.has(root) || this.#files.covers(root));
    const ofRepository = isKnown ? this.#repositoryOf(path) : undefined;
    const charts = isKnown ? ofRepository?.ask((known) => known.charts()) : this.#chartsOfRun();
    return charts?.get(path) ?? [];
  }

  /** Without a search, a folder may be in the repository. */
  readonly #chartsOfRun = derivedValue(() => {
    const facts = this.#files.paths.map((file) => [file, readDeliveries(readManifest(textOf(file)), noFiles)] as const);
    return remoteChartsOf(new Map(facts), new Set(), this.#kustomizations());
  });

  #rootOf(path: string): string | undefined {
    return this.#kustomizations().repositories.rootOf(dirname(path));
  }

  /** The repository that a file is in; undefined if no file defines what is applied where. */
  #repositoryOf(path: string): Scoped<KnownRepository> | undefined {
    if (this.#files.paths.length === 0 && this.#files.covers(path)) return undefined;
    const root = this.#rootOf(path);
    return root === undefined ? undefined : this.#repositoryAt(root);
  }

  readonly #repositoryAt = derived(
    (root: string): Scoped<KnownRepository> => new Scoped(() => this.#look(root, this.#kustomizations())),
  );

  #look(root: string, kustomizations: Kustomizations): KnownRepository {
    this.#looked.add(root);
    const repository = new RepositoryFolders(kustomizations.repositories, root);
    const { delivering, undescribing } = this.#search(root, kustomizations);
    const facts = new Map(delivering.map((file) => [file, readDeliveries(readManifest(textOf(file)), repository)]));
    const applied = new AppliedFiles(repository, kustomizations, facts).follow();
    const charts = lazily(() => remoteChartsOf(facts, applied?.elsewhere ?? new Set(), kustomizations));
    const inflated = lazily(() => inflatedChartsOf(facts, root));
    if (applied === undefined) return { charts, inflated, delivered: undefined };
    const destinations = applied.clusters.map((cluster) => {
      const begins = cluster.folder === undefined ? undefined : repository.nameOf(cluster.folder);
      return { destination: { name: cluster.name, folder: begins }, cluster, begins };
    });
    const files = kustomizations.repositories.filesOf(root).slice(0, maxFiles);
    const described: readonly ReferencedDescription[] = describedIn(
      applied,
      files.flatMap(({ path }) => (this.#files.mayDescribe(path) && !undescribing.has(path) ? [path] : [])),
    );
    const matched = matchClusters(
      destinations.map(({ destination }) => destination),
      described,
    );
    // Objects applied by hand to Argo CD's cluster go to one cluster, unless a description distinguishes it.
    const clusterOfFile: ClusterOfFile = {
      ...{ name: table.argo.ownName, tool: 'Argo CD', folder: undefined, isCertain: false },
      ...{ root, begins: undefined, described: undefined },
    };
    const clusters = new Map(
      destinations.map(({ destination, cluster, begins }): readonly [AppliedCluster, ClusterOfFile] => {
        const described = matched.get(destination)?.reference;
        const isOwn = described === undefined && !cluster.isCertain && cluster.tool === 'Argo CD';
        return [cluster, this.#same(isOwn ? clusterOfFile : { ...cluster, root, begins, described })];
      }),
    );
    return { charts, inflated, delivered: { applied, clusters } };
  }

  #same(cluster: ClusterOfFile): ClusterOfFile {
    return getOrInsertComputed(this.#clusters, JSON.stringify(cluster), () => cluster);
  }

  /**
   * The files of a repository that may define what is applied where, and those of the others that were read for it and
   * describe no cluster.
   */
  #search(root: string, { repositories }: Kustomizations) {
    const delivering = this.#files.paths.filter((path) => isBelow(path, root));
    const undescribing = new Set<string>();
    if (this.#files.covers(root)) return { delivering, undescribing };
    const others = repositories
      .filesOf(root)
      .filter(({ path }) => /\.(?:ya?ml|json)$/.test(path) && !this.#files.hasSeen(path))
      .slice(0, maxFiles);
    for (const { path } of others) {
      const text = textOf(path);
      if (!mayDescribe(text)) undescribing.add(path);
      if (mayDeliver(text)) delivering.push(path);
    }
    return { delivering: delivering.sort(), undescribing };
  }
}

interface KnownRepository {
  /** The charts that are not in it, by the files that have them installed. */
  readonly charts: () => ReadonlyMap<string, readonly RemoteChart[]>;
  /** The charts in it that its kustomizations render, by their folders. */
  readonly inflated: () => ReadonlyMap<string, readonly AppliedChart[]>;
  /** Undefined if nothing is applied. */
  readonly delivered:
    | { readonly applied: RepositoryDeliveries; readonly clusters: ReadonlyMap<AppliedCluster, ClusterOfFile> }
    | undefined;
}

const noFiles: RepositoryFiles = { folders: () => [], files: () => [] };
