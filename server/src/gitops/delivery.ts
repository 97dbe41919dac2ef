import type { ChartValues } from './chartValues.ts';

/** The destination in an object, as far as it is known. */
export type Destination =
  /** To the cluster that its object is applied to. */
  | { readonly kind: 'here' }
  | { readonly kind: 'cluster'; readonly name: string }
  | { readonly kind: 'server'; readonly url: string }
  /** Unknown. */
  | { readonly kind: 'open' };

/** A folder that is applied. */
export interface DeliveredFolder {
  /**
   * Relative to the root of the repository, as written: `*` in a segment is unknown, `{cluster}` is the name of the
   * destination cluster, and `${VAR}` is substituted by Flux.
   */
  readonly path: string;
  /** Components added to it, relative to that folder. */
  readonly components: readonly string[];
  /** Whether, without a kustomization, everything below it is applied, not only its direct content. */
  readonly recurses: boolean;
  /** The repository that it is in: the name of a source of Flux, or an address. */
  readonly from: { readonly source: string } | { readonly url: string };
  /** For a chart: its values. */
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
  /** The addresses of the repositories that its generators read. */
  readonly generatedFrom?: readonly string[];
  /** The manager in the name of which its objects are applied server-side; undefined if that is not known. */
  readonly serverSideApply: string | undefined;
  /** Whether it is the entry of a cluster. */
  readonly begins: boolean;
}

/** An object with the address of a repository or chart, by the kind and name in references. */
export interface NamedSource {
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** The version, if given. */
  readonly version: string | undefined;
}

/** A chart that an object installs from where charts are published, or from a folder of some repository. */
export interface InstalledChart {
  readonly document: number;
  /** The name of the release; undefined if the object leaves it open. */
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  /** Its name, or its folder in a repository; undefined if the source is the chart itself. */
  readonly chart: string | undefined;
  readonly version: string | undefined;
  readonly from: { readonly kind: string; readonly name: string } | { readonly url: string };
  /** Where it is a folder: the object that has it applied, as {@link Delivery} names it. */
  readonly delivery: string | undefined;
  /** The folder, relative to the file, that is used instead if it exists. */
  readonly kept?: string;
}

/** A chart in the workspace that a kustomization renders. */
export interface InflatedChart {
  /** Its folder, relative to the file. */
  readonly folder: string;
  readonly values: ChartValues;
}

/** The deliveries in the objects of a file. */
export interface DeliveryFacts {
  readonly deliveries: readonly Delivery[];
  readonly sources: readonly NamedSource[];
  readonly charts: readonly InstalledChart[];
  readonly inflated: readonly InflatedChart[];
  /** The names of clusters by the addresses of their servers. */
  readonly servers: ReadonlyMap<string, string>;
  /** Whether unknown files may be applied as well. */
  readonly isOpen: boolean;
}

/** No deliveries. */
export const noDeliveries: DeliveryFacts = {
  deliveries: [],
  sources: [],
  charts: [],
  inflated: [],
  servers: new Map(),
  isOpen: false,
};

/** The repository queries of Argo CD generators. */
export interface RepositoryFiles {
  /** The folders that a pattern means, from the root on. */
  folders(pattern: string): readonly string[];
  /** The files that a pattern means, with their texts. */
  files(pattern: string): readonly { readonly path: string; readonly text: string }[];
}
