import { basename, dirname, resolve } from 'node:path';
import table from '../../../data/authored/deliveries.json' with { type: 'json' };
import { settingsFrom, type ValuesFrom } from '../../gitops/chartValues.ts';
import type { DeliveredFolder, Delivery, DeliveryFacts, NamedSource } from '../../gitops/delivery.ts';
import { isCertainPath, pathPattern } from '../../gitops/pathPattern.ts';
import { lazily } from '../../text/lazily.ts';
import { remembered } from '../../text/remembered.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { type AppliedFolder, filesAppliedFrom } from './filesAppliedFrom.ts';
import { hasPatchedValues, isMovedByPatches } from './movedByPatches.ts';
import { normalizedFolder, type RepositoryFolders } from './repositoryFolders.ts';

/** An object that applies folders, with its file. */
export interface FoundDelivery extends Delivery {
  /** Absolute. */
  readonly file: string;
}

/** A cluster that a part of a repository is applied to. */
export interface AppliedCluster {
  /** Its display name. */
  readonly name: string;
  readonly tool: Delivery['tool'];
  /** Its entry folder, absolute; undefined for a cluster known only by name. */
  readonly folder: string | undefined;
  /** Whether the cluster certainly is that of the folder or name, not just of any content of the folder. */
  readonly isCertain: boolean;
}

/** What a repository applies. */
export interface AppliedOfRepository {
  readonly repository: RepositoryFolders;
  readonly clusters: readonly AppliedCluster[];
  /** By file path: the clusters that it is applied to, with undefined for an unknown one. */
  readonly files: ReadonlyMap<string, ReadonlySet<AppliedCluster | undefined>>;
  /** The same for charts, by their folders. */
  readonly charts: ReadonlyMap<string, ReadonlySet<AppliedCluster | undefined>>;
  /** By chart folder: the values and the cluster of each rendering. */
  readonly releases: ReadonlyMap<string, readonly AppliedChart[]>;
  /** The files with entry objects, which are applied by hand. */
  readonly beginnings: ReadonlySet<string>;
  /** The objects with a folder that is certainly in another repository, or nowhere: {@link deliveryKey}. */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether other files may be applied as well. */
  readonly isOpen: boolean;
}

/** Identifies an object that applies folders. @param file absolute. */
export function deliveryKey(file: string, name: string): string {
  return `${file}\n${name}`;
}

/** One rendering of a chart. */
export interface AppliedChart {
  /** Files of values, absolute. */
  readonly files: readonly string[];
  readonly set: readonly string[];
  /** The name and the namespace of the release; undefined if unknown. */
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  /** Values that it has as well and that are unknown, as in "rendered without the values of the Secret a". */
  readonly open: readonly string[];
  /** Undefined if unknown. */
  readonly cluster: AppliedCluster | undefined;
}

/** Folders that a path means, with the cluster that it names. */
interface Meant {
  readonly folder: string;
  readonly cluster: string | undefined;
  readonly isCertain: boolean;
}

/** Follows what a repository applies, starting from the entries of its clusters. */
export class AppliedFiles {
  readonly #repository: RepositoryFolders;
  readonly #kustomizations: Kustomizations;
  readonly #deliveries: readonly FoundDelivery[];
  readonly #facts: readonly DeliveryFacts[];
  readonly #servers: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Set<AppliedCluster | undefined>>();
  readonly #charts = new Map<string, Set<AppliedCluster | undefined>>();
  readonly #clusters = new Map<string, AppliedCluster>();
  readonly #releases = new Map<string, readonly AppliedChart[]>();
  readonly #visited = new Set<string>();
  readonly #begun = new Set<FoundDelivery>();
  readonly #elsewhere = new Set<string>();
  #isOpen: boolean;

  /** @param found the objects in the files of the repository, by absolute path. */
  constructor(
    repository: RepositoryFolders,
    kustomizations: Kustomizations,
    found: ReadonlyMap<string, DeliveryFacts>,
  ) {
    this.#repository = repository;
    this.#kustomizations = kustomizations;
    this.#facts = [...found.values()];
    this.#deliveries = [...found].flatMap(([file, { deliveries }]) =>
      deliveries.map((delivery) => ({ ...delivery, file })),
    );
    this.#servers = new Map(this.#facts.flatMap(({ servers }) => [...servers]));
    this.#isOpen = this.#facts.some(({ isOpen }) => isOpen);
  }

  /** The result; undefined if nothing is applied. */
  follow(): AppliedOfRepository | undefined {
    if (this.#deliveries.length === 0) return undefined;
    const children = new Set<FoundDelivery>();
    for (const delivery of this.#deliveries) {
      for (const child of this.#takenBy(delivery).children) if (child !== delivery) children.add(child);
    }
    const roots = this.#deliveries.filter((delivery) => !children.has(delivery));
    for (const root of roots) this.#visit(root, this.#beginning(root));
    // An entry may be applied by what it applies; other cycles have no entry.
    for (const entry of [...this.#entries(), ...this.#deliveries]) {
      if (!this.#begun.has(entry)) this.#visit(entry, this.#beginning(entry));
    }
    const beginnings = new Set(roots.flatMap((root) => (this.#beginning(root) === undefined ? [] : root.file)));
    return {
      repository: this.#repository,
      clusters: [...this.#clusters.values()].filter((cluster) => this.#isUsed(cluster)),
      files: this.#files,
      charts: this.#charts,
      releases: this.#releases,
      beginnings,
      elsewhere: this.#elsewhere,
      isOpen: this.#isOpen,
    };
  }

  #isUsed(cluster: AppliedCluster): boolean {
    return [...this.#files.values(), ...this.#charts.values()].some((all) => all.has(cluster));
  }

  #indexOf(delivery: FoundDelivery): number {
    return this.#deliveries.indexOf(delivery);
  }

  #visit(delivery: FoundDelivery, from: AppliedCluster | undefined): void {
    const key = `${this.#indexOf(delivery)} ${from?.name ?? ''}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#begun.add(delivery);
    const { destination, tool } = delivery;
    for (const { meant, of, taken, children } of this.#takenBy(delivery).parts) {
      const to = meant.isCertain ? this.#destination(destination, meant.cluster, tool, from) : undefined;
      for (const file of taken.files) add(this.#files, file, to);
      for (const chart of taken.charts) {
        add(this.#charts, chart, to);
        this.#releases.set(chart, [...(this.#releases.get(chart) ?? []), this.#release(chart, delivery, of, to)]);
      }
      for (const child of children) this.#visit(child, to);
    }
  }

  /** The values of a chart: Flux names files from the root of the repository, Argo CD from the chart if there is no slash in front. */
  #release(
    chart: string,
    delivery: FoundDelivery,
    { values = { files: [], set: [] } }: DeliveredFolder,
    cluster: AppliedCluster | undefined,
  ): AppliedChart {
    const { root } = this.#repository;
    const named = values.files.map((file) => {
      const isFromRoot = delivery.tool === 'Flux' || file.startsWith('/');
      return { file, path: resolve(isFromRoot ? root : chart, file.replace(/^\/+/, '')) };
    });
    const isThere = (path: string) => isBelow(path, root) && statOf(path)?.isFile() === true;
    const files = named.flatMap(({ path }) => (isThere(path) ? [path] : []));
    const absent = values.skipsMissing === true ? [] : named.filter(({ path }) => !isThere(path));
    const { release, namespace } = values;
    const from = (values.from ?? []).map((item) => ({ item, settings: this.#settingsFrom(item) }));
    const open = [
      ...absent.map(({ file }) => `the values file ${file}`),
      ...from.flatMap(({ item, settings }) => (settings === undefined ? `the ${item.kind} ${item.name}` : [])),
      ...(values.open ?? []),
      ...(hasPatchedValues(delivery, this.#kustomizations) ? ['patches to its values'] : []),
    ];
    const set = [...from.flatMap(({ settings = [] }) => settings), ...values.set];
    return { files, set, release, namespace, open, cluster };
  }

  /** Values of a ConfigMap of the repository. Those of Secrets, and of objects that are not in it, are unknown. */
  #settingsFrom(from: ValuesFrom): readonly string[] | undefined {
    const { root } = this.#repository;
    const text =
      from.kind === 'ConfigMap' ? this.#kustomizations.valuesHeld(root, from.name)?.get(from.key) : undefined;
    return text === undefined ? undefined : settingsFrom(from, text);
  }

  /** The files that an object applies, and the objects in them. */
  readonly #takenBy = remembered((delivery: FoundDelivery) => {
    const parts = this.#meantBy(delivery).map(({ meant, of }) => {
      const taken = this.#taken(meant.folder, of);
      const files = new Set(taken.files);
      return { meant, of, taken, children: this.#deliveries.filter(({ file }) => files.has(file)) };
    });
    return { parts, children: parts.flatMap((part) => part.children) };
  });

  readonly #takenOf = remembered(
    ({ folder, of }: { readonly folder: string; readonly of: DeliveredFolder }): AppliedFolder =>
      filesAppliedFrom(folder, of, this.#repository, this.#kustomizations),
    ({ folder, of }) => JSON.stringify([folder, of.components, of.recurses]),
  );

  #taken(folder: string, of: DeliveredFolder): AppliedFolder {
    return this.#takenOf({ folder, of });
  }

  /** The folders of the repository that an object has applied. */
  #meantBy(delivery: FoundDelivery): readonly { readonly meant: Meant; readonly of: DeliveredFolder }[] {
    const isMoved = isMovedByPatches(delivery, this.#kustomizations);
    if (isMoved) {
      this.#isOpen = true;
      return [];
    }
    return delivery.folders.flatMap((of) => {
      const found = this.#isOurs(of) ? this.#foldersFor(of.path) : [];
      if (found.length === 0) this.#elsewhere.add(deliveryKey(delivery.file, delivery.name));
      return found.map((meant) => ({ meant, of }));
    });
  }

  #foldersFor(written: string): readonly Meant[] {
    const path = normalizedFolder(written);
    const { root } = this.#repository;
    if (isCertainPath(path)) {
      const folder = path === '' || path === '.' ? root : this.#repository.pathOf(path);
      if (!isBelow(folder, root)) return [];
      if (statOf(folder)?.isDirectory() === true) return [{ folder, cluster: undefined, isCertain: true }];
      // An artifact may begin at any folder of the repository.
      const ends = [...this.#repository.all()].filter((name) => name.endsWith(`/${path}`));
      return ends.map((name) => ({
        folder: this.#repository.pathOf(name),
        cluster: undefined,
        isCertain: ends.length === 1,
      }));
    }
    const matches = pathPattern(path);
    return [...this.#repository.all()].flatMap((name) => {
      const match = matches(name);
      if (match === undefined) return [];
      const isCertain = match.cluster !== undefined && isCertainPath(path.replaceAll('{cluster}', ''));
      return [{ folder: this.#repository.pathOf(name), cluster: match.cluster, isCertain }];
    });
  }

  #destination(
    destination: Delivery['destination'],
    named: string | undefined,
    tool: Delivery['tool'],
    from: AppliedCluster | undefined,
  ): AppliedCluster | undefined {
    switch (destination.kind) {
      case 'here':
        return from;
      case 'cluster': {
        const name = destination.name === '{cluster}' ? named : destination.name;
        return name === undefined ? undefined : this.#cluster(name, { tool, folder: undefined, isCertain: true });
      }
      case 'server':
        return this.#cluster(this.#servers.get(destination.url) ?? destination.url, {
          tool,
          folder: undefined,
          isCertain: true,
        });
      case 'open':
        return undefined;
    }
  }

  #cluster(name: string, of: Omit<AppliedCluster, 'name'>): AppliedCluster {
    const key = of.folder ?? `\n${name}`;
    const known = this.#clusters.get(key) ?? { name, ...of };
    this.#clusters.set(key, known);
    return known;
  }

  /**
   * The cluster of an object that nothing else applies: that of its entry folder. Objects beside the entries of
   * clusters belong to none of them; Applications are often applied by hand.
   */
  #beginning(delivery: FoundDelivery): AppliedCluster | undefined {
    const { tool } = delivery;
    const entry = this.#entryOf(delivery);
    if (entry === undefined && tool === 'Flux' && this.#entries().length > 0) return undefined;
    const folder = entry ?? this.#folderOfFile(delivery);
    return this.#cluster(this.#nameOfCluster(folder), { tool, folder, isCertain: entry !== undefined });
  }

  /** The entry objects of clusters, declared ones first. */
  readonly #entries = lazily(() => {
    const all = this.#deliveries.filter((delivery) => this.#entryOf(delivery) !== undefined);
    return [...all.filter(({ begins }) => begins), ...all];
  });

  /** The entry folder of a cluster: an object in it, or one that declares it, applies it. */
  #entryOf(delivery: FoundDelivery): string | undefined {
    const [first] = this.#takenBy(delivery).parts;
    if (first === undefined || delivery.tool !== 'Flux') return undefined;
    const { folder } = first.meant;
    return delivery.begins || isBelow(delivery.file, folder) ? folder : undefined;
  }

  /** The folder that identifies where an object is applied by hand: above folders with generic names. */
  #folderOfFile({ file }: FoundDelivery): string {
    const { root } = this.#repository;
    let folder = dirname(file);
    while (folder !== root && generic.has(basename(folder).toLowerCase())) folder = dirname(folder);
    return folder;
  }

  #nameOfCluster(folder: string): string {
    const name = this.#repository.nameOf(folder);
    const last = name.slice(name.lastIndexOf('/') + 1);
    if (name === '.') return basename(this.#repository.root);
    return generic.has(last.toLowerCase()) ? name : last;
  }

  /** Whether a folder is in this repository, judging by its objects. */
  #isOurs({ from }: DeliveredFolder): boolean {
    const repository = this.#repositoryNames();
    if ('url' in from)
      return repository.urls.size === 0 || /[*{]/.test(from.url) || repository.urls.has(normalUrl(from.url));
    const urls = this.#facts.flatMap(({ sources }) =>
      sources.flatMap((source) => (source.name === from.source && isFolders(source) ? normalUrl(source.url) : [])),
    );
    if (urls.length === 0 || repository.names.size === 0 || repository.names.has(from.source)) return true;
    return urls.some((url) => repository.urls.has(url));
  }

  /** The names of this repository: the sources of objects that apply folders with further such objects. */
  readonly #repositoryNames = lazily(
    (): { readonly names: ReadonlySet<string>; readonly urls: ReadonlySet<string> } => {
      const names = new Set<string>();
      const urls = new Set<string>();
      for (const { folders, begins } of this.#deliveries) {
        for (const { from, path } of folders) {
          if (!isCertainPath(normalizedFolder(path)) || !(begins || this.#leadsOn(normalizedFolder(path)))) continue;
          if ('url' in from) urls.add(normalUrl(from.url));
          else names.add(from.source);
        }
      }
      const sources = this.#facts.flatMap((fact) => fact.sources.filter(isFolders));
      for (const { name, url } of sources) if (names.has(name)) urls.add(normalUrl(url));
      return { names, urls };
    },
  );

  /** Whether a folder of the repository has objects that apply others: the whole repository proves nothing. */
  #leadsOn(path: string): boolean {
    const folder = this.#repository.pathOf(path);
    return folder !== this.#repository.root && this.#deliveries.some(({ file }) => isBelow(file, folder));
  }
}

/** Whether a source contains folders of manifests rather than charts. */
function isFolders({ kind }: NamedSource): boolean {
  return table.sources.kinds.includes(kind);
}

const generic: ReadonlySet<string> = new Set(table.words.folders);

function add<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = map.get(key) ?? new Set();
  map.set(key, known.add(value));
}

/** `git@host:owner/name.git` and `https://host/owner/name` are one address. */
function normalUrl(url: string): string {
  return url
    .replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/(?:\.git)?\/*$/, '')
    .toLowerCase();
}
