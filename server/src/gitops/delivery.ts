import type { ChartValues } from './chartValues.ts';

/** Where something is applied, as far as its object says. */
export type Destination =
  /** To the cluster that its object is applied to. */
  | { readonly kind: 'here' }
  | { readonly kind: 'cluster'; readonly name: string }
  | { readonly kind: 'server'; readonly url: string }
  /** Nobody can tell. */
  | { readonly kind: 'open' };

/** A folder that is applied. */
export interface DeliveredFolder {
  /**
   * From the root of the repository, as it is written: `*` in a segment stands for what nobody can tell, `{cluster}` for the
   * name of the cluster that it is applied to, and `${VAR}` for what Flux fills in.
   */
  readonly path: string;
  /** Components that are put onto it, from that folder on. */
  readonly components: readonly string[];
  /** Without a kustomization everything below it is applied, and not only what lies right in it. */
  readonly recurses: boolean;
  /** The repository that it is in: the name of a source of Flux, or an address. */
  readonly from: { readonly source: string } | { readonly url: string };
  /** Where it is a chart: what it is rendered with. */
  readonly values?: ChartValues;
}

/** An object that has folders of repositories applied. Plain data. */
export interface Delivery {
  readonly tool: 'Flux' | 'Argo CD';
  /** Of its object: `Kustomization`. */
  readonly kind: string;
  readonly name: string;
  readonly folders: readonly DeliveredFolder[];
  readonly destination: Destination;
  /** It is what a cluster begins with. */
  readonly begins: boolean;
}

/** Something that says where a repository is, or a chart, by the kind and name that other objects have for it. */
export interface NamedSource {
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** Which version of what is there, as far as it is said. */
  readonly version: string | undefined;
}

/** A chart that an object installs from where charts are published, or from a folder of some repository. */
export interface InstalledChart {
  readonly document: number;
  /** What the release is called; undefined where its object leaves that open. */
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  /** Its name, or its folder in a repository; undefined where the source is the chart itself. */
  readonly chart: string | undefined;
  readonly version: string | undefined;
  readonly from: { readonly kind: string; readonly name: string } | { readonly url: string };
  /** Where it is a folder: the object that has it applied, as {@link Delivery} names it. */
  readonly delivery: string | undefined;
  /** The folder, from that of the file on, that is taken instead where it is there. */
  readonly kept?: string;
}

/** What the objects of a file say of what is applied where. */
export interface DeliveryFacts {
  readonly deliveries: readonly Delivery[];
  readonly sources: readonly NamedSource[];
  readonly charts: readonly InstalledChart[];
  /** The names of clusters by the addresses of their servers. */
  readonly servers: ReadonlyMap<string, string>;
  /** Something may be applied that nobody can tell. */
  readonly isOpen: boolean;
}

/** Nothing is applied. */
export const noDeliveries: DeliveryFacts = {
  deliveries: [],
  sources: [],
  charts: [],
  servers: new Map(),
  isOpen: false,
};

/** What a generator of Argo CD asks of the repository that its objects come from. */
export interface RepositoryFiles {
  /** The folders that a pattern means, from the root on. */
  folders(pattern: string): readonly string[];
  /** The files that a pattern means, with their texts. */
  files(pattern: string): readonly { readonly path: string; readonly text: string }[];
}
