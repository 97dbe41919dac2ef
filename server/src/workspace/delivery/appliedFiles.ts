import { basename, dirname, resolve } from 'node:path';
import table from '../../../data/authored/deliveries.json' with { type: 'json' };
import { settingsFrom, type ValuesFrom } from '../../gitops/chartValues.ts';
import type { DeliveredFolder, Delivery, DeliveryFacts, NamedSource } from '../../gitops/delivery.ts';
import { unknownPart } from '../../gitops/parameters.ts';
import { isCertainPath, pathPattern } from '../../gitops/pathPattern.ts';
import { isOpenUrl, normalUrl } from '../../gitops/repositoryUrl.ts';
import { grouped } from '../../text/grouped.ts';
import { lazily } from '../../text/lazily.ts';
import { memoize } from '../../text/memoize.ts';
import type { Writer } from '../../update/writer.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { AppliedChart, AppliedCluster } from './appliedChart.ts';
import { BuiltDeliveries, deliveryKey, type FoundDelivery, objectKey } from './builtDeliveries.ts';
import { writerOf } from './deliveryWriter.ts';
import { type AppliedFolder, filesAppliedFrom } from './filesAppliedFrom.ts';
import { normalizedFolder, type RepositoryFolders } from './repositoryFolders.ts';

/** What a repository applies. */
export interface RepositoryDeliveries {
  readonly repository: RepositoryFolders;
  readonly clusters: readonly AppliedCluster[];
  /** By file path: the clusters that it is applied to, with undefined for an unknown one. */
  readonly files: ReadonlyMap<string, ReadonlySet<AppliedCluster | undefined>>;
  /** The same for charts, by their folders. */
  readonly charts: ReadonlyMap<string, ReadonlySet<AppliedCluster | undefined>>;
  /** By chart folder: the values and the cluster of each rendering. */
  readonly releases: ReadonlyMap<string, readonly AppliedChart[]>;
  /** Who applies files and chart folders server-side, by path. */
  readonly writers: ReadonlyMap<string, Writer>;
  /** The files with entry objects, which are applied by hand. */
  readonly beginnings: ReadonlySet<string>;
  /** The objects with a folder that is certainly in another repository, or nowhere: {@link deliveryKey}. */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether other files may be applied as well. */
  readonly isOpen: boolean;
}

/** The folders that a path refers to, with the cluster that it names. */
interface Meant {
  readonly folder: string;
  readonly cluster: string | undefined;
  readonly isCertain: boolean;
}

/** Follows what a repository applies, starting from the entries of its clusters. */
export class AppliedFiles {
  readonly #repository: RepositoryFolders;
  readonly #kustomizations: Kustomizations;
  /** As written in their files. */
  readonly #written: readonly FoundDelivery[];
  /** The same by {@link objectKey}. */
  readonly #objects: ReadonlyMap<string, readonly FoundDelivery[]>;
  readonly #built: BuiltDeliveries;
  readonly #facts: readonly DeliveryFacts[];
  readonly #servers: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Set<AppliedCluster | undefined>>();
  readonly #charts = new Map<string, Set<AppliedCluster | undefined>>();
  readonly #clusters = new Map<string, AppliedCluster>();
  readonly #releases = new Map<string, readonly AppliedChart[]>();
  readonly #writers = new Map<string, Writer>();
  readonly #visited = new Set<string>();
  readonly #begun = new Set<string>();
  readonly #numbers = new Map<FoundDelivery, number>();
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
    this.#written = [...found].flatMap(([file, { deliveries }]) =>
      deliveries.map((delivery) => ({ ...delivery, file, hasOpenValues: false })),
    );
    this.#objects = grouped(this.#written.map((delivery) => [objectKey(delivery), delivery]));
    this.#built = new BuiltDeliveries(kustomizations, repository, this.#objects);
    this.#servers = new Map(this.#facts.flatMap(({ servers }) => [...servers]));
    this.#isOpen = this.#facts.some(({ isOpen }) => isOpen);
  }

  /** The result; undefined if nothing is applied. */
  follow(): RepositoryDeliveries | undefined {
    if (this.#written.length === 0) return undefined;
    const all = this.#all();
    const applied = new Set<string>();
    for (const delivery of all) {
      const key = objectKey(delivery);
      for (const child of this.#takenBy(delivery).children) if (child !== key) applied.add(child);
    }
    const roots = all.filter((delivery) => !applied.has(objectKey(delivery)));
    for (const root of roots) this.#visit(root, this.#beginning(root));
    // An entry may be applied by what it applies; other cycles have no entry.
    for (const key of new Set([...this.#entries(), ...all].map(objectKey))) {
      if (this.#begun.has(key)) continue;
      for (const delivery of this.#builtBy(key, undefined)) this.#visit(delivery, this.#beginning(delivery));
    }
    const begun = roots.flatMap((root) => (this.#beginning(root) === undefined ? [] : root.file));
    // What its kustomization builds on is applied with it.
    const beginnings = new Set(begun.flatMap((file) => [file, ...this.#kustomizations.builtFrom(file)]));
    const used = new Set([...this.#files.values(), ...this.#charts.values()].flatMap((all) => [...all]));
    return {
      repository: this.#repository,
      clusters: [...this.#clusters.values()].filter((cluster) => used.has(cluster)),
      files: this.#files,
      charts: this.#charts,
      releases: this.#releases,
      writers: this.#writers,
      beginnings,
      elsewhere: this.#elsewhere,
      isOpen: this.#isOpen,
    };
  }

  /** The deliveries of an object in the builds of its file. */
  #builtBy(key: string, folder: string | undefined): readonly FoundDelivery[] {
    const { deliveries, isOpen } = this.#built.of(key, folder);
    if (isOpen) this.#isOpen = true;
    return deliveries;
  }

  /** The deliveries of all objects. */
  readonly #all = lazily(() => [...this.#objects.keys()].flatMap((key) => this.#builtBy(key, undefined)));

  #numberOf(delivery: FoundDelivery): number {
    const number = this.#numbers.get(delivery) ?? this.#numbers.size;
    this.#numbers.set(delivery, number);
    return number;
  }

  #visit(delivery: FoundDelivery, from: AppliedCluster | undefined): void {
    const key = `${this.#numberOf(delivery)} ${from?.name ?? ''}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#begun.add(objectKey(delivery));
    const { destination, tool } = delivery;
    const writer = writerOf(delivery);
    for (const { meant, of, taken, children } of this.#takenBy(delivery).parts) {
      const to = meant.isCertain ? this.#destination(destination, meant.cluster, tool, from) : undefined;
      if (writer !== undefined) for (const path of [...taken.files, ...taken.charts]) this.#writers.set(path, writer);
      for (const file of taken.files) add(this.#files, file, to);
      for (const chart of taken.charts) {
        add(this.#charts, chart, to);
        this.#releases.set(chart, [...(this.#releases.get(chart) ?? []), this.#release(chart, delivery, of, to)]);
      }
      for (const child of children) {
        for (const built of this.#builtBy(child, meant.folder)) this.#visit(built, to);
      }
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
    const { release, namespace, command } = values;
    const from = (values.from ?? []).map((item) => ({ item, settings: this.#settingsFrom(item) }));
    const open = [
      ...absent.map(({ file }) => `the values file ${file}`),
      ...from.flatMap(({ item, settings }) => (settings === undefined ? `the ${item.kind} ${item.name}` : [])),
      ...(values.open ?? []),
      ...(delivery.hasOpenValues ? ['patches to its values'] : []),
    ];
    const set = [...from.flatMap(({ settings = [] }) => settings), ...values.set];
    return { files, set, release, namespace, open, command, cluster };
  }

  /** Values of a ConfigMap of the repository. Those of Secrets, and of objects that are not in it, are unknown. */
  #settingsFrom(from: ValuesFrom): readonly string[] | undefined {
    const { root } = this.#repository;
    const text =
      from.kind === 'ConfigMap' ? this.#kustomizations.valuesHeld(root, from.name)?.get(from.key) : undefined;
    return text === undefined ? undefined : settingsFrom(from, text);
  }

  /** The files that an object applies, and the keys of the objects in them. */
  readonly #takenBy = memoize((delivery: FoundDelivery) => {
    const parts = this.#meantBy(delivery).map(({ meant, of }) => {
      const taken = this.#taken(meant.folder, of);
      const files = new Set(taken.files);
      const children = [...this.#objects].flatMap(([key, [first]]) =>
        first !== undefined && files.has(first.file) ? key : [],
      );
      return { meant, of, taken, children };
    });
    return { parts, children: parts.flatMap((part) => part.children) };
  });

  readonly #takenOf = memoize(
    ({ folder, of }: { readonly folder: string; readonly of: DeliveredFolder }): AppliedFolder =>
      filesAppliedFrom(folder, of, this.#repository, this.#kustomizations),
    ({ folder, of }) => JSON.stringify([folder, of.components, of.recurses]),
  );

  #taken(folder: string, of: DeliveredFolder): AppliedFolder {
    return this.#takenOf({ folder, of });
  }

  /** The folders of the repository that an object applies. */
  #meantBy(delivery: FoundDelivery): readonly { readonly meant: Meant; readonly of: DeliveredFolder }[] {
    return delivery.folders.flatMap((of) => {
      if (this.#isGeneratedElsewhere(delivery, of)) {
        this.#isOpen = true;
        return [];
      }
      if (of.path.includes(unknownPart)) this.#isOpen = true;
      const found = this.#isOurs(of.from) ? this.#foldersFor(of.path) : [];
      if (found.length === 0) this.#elsewhere.add(deliveryKey(delivery.file, delivery.name));
      return found.map((meant) => ({ meant, of }));
    });
  }

  /** Whether the parameters of a folder come from another repository, which may have other ones. */
  #isGeneratedElsewhere({ generatedFrom = [] }: FoundDelivery, { from }: DeliveredFolder): boolean {
    const known = generatedFrom.filter((url) => !isOpenUrl(url));
    if (known.some((url) => !this.#isOurs({ url }))) return true;
    if (!('url' in from) || isOpenUrl(from.url)) return false;
    return known.some((url) => normalUrl(url) !== normalUrl(from.url));
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
    const all = this.#all().filter((delivery) => this.#entryOf(delivery) !== undefined);
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
  #isOurs(from: DeliveredFolder['from']): boolean {
    const repository = this.#repositoryNames();
    if ('url' in from)
      return repository.urls.size === 0 || isOpenUrl(from.url) || repository.urls.has(normalUrl(from.url));
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
      for (const { folders, begins } of this.#written) {
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
    return folder !== this.#repository.root && this.#written.some(({ file }) => isBelow(file, folder));
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
