/** A reference to a source of Flux, by the name of another object. */
export interface SourceReference {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A written value with its position. */
export interface WrittenText {
  readonly text: string;
  /** 0-based. */
  readonly line: number;
}

/** An object that defines a source: a HelmRepository, an OCIRepository, a GitRepository or a HelmChart. */
export interface SourceFact extends SourceReference {
  readonly url: string | undefined;
  /** The version of the source; undefined if it is open, and for a HelmRepository. */
  readonly version: WrittenText | undefined;
  /** Of a HelmChart. */
  readonly chart?: string;
  /** Of a HelmChart: the repository of the chart. */
  readonly source?: SourceReference;
}

/** An installation, as far as one file shows it. */
export type PartialInstallation =
  | {
      readonly via: 'chart';
      /** Undefined for a part of a release that is completed elsewhere. */
      readonly chart: string | undefined;
      readonly repository: string | undefined;
      readonly source: SourceReference | undefined;
      readonly version: WrittenText | undefined;
      /** The name of the HelmRelease, to which parts in other files belong. */
      readonly release: string | undefined;
      /** The paths of values that are false, with dots. */
      readonly off: readonly string[];
      readonly line: number;
    }
  | {
      readonly via: 'repository';
      /** A URL; undefined if it is in `source`. */
      readonly url: string | undefined;
      readonly source: SourceReference | undefined;
      readonly path: string | undefined;
      readonly version: WrittenText | undefined;
      readonly line: number;
    }
  | { readonly via: 'image'; readonly image: WrittenText }
  /** A patch that sets the version of an uncertain object. */
  | { readonly via: 'patch'; readonly line: number }
  | { readonly via: 'object'; readonly set: string; readonly version: WrittenText | undefined; readonly line: number };

/** The installation facts of one file. Plain data. */
export interface InstallFacts {
  readonly sources: readonly SourceFact[];
  readonly uses: readonly PartialInstallation[];
}
