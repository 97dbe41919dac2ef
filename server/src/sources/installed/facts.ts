/** A reference to a source of Flux, by the name of another object. */
export interface SourceReference {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A value as it is written, with its place. */
export interface Written {
  readonly text: string;
  /** 0-based. */
  readonly line: number;
}

/** An object that says where something comes from: a HelmRepository, an OCIRepository, a GitRepository or a HelmChart. */
export interface SourceFact extends SourceReference {
  readonly url: string | undefined;
  /** The version of what comes from there; undefined where it is open, and for a HelmRepository. */
  readonly version: Written | undefined;
  /** Of a HelmChart. */
  readonly chart?: string;
  /** Of a HelmChart: where the chart comes from. */
  readonly source?: SourceReference;
}

/** Something that is installed, as far as one file says it. */
export type Use =
  | {
      readonly via: 'chart';
      /** Undefined for a part of a release that is completed elsewhere. */
      readonly chart: string | undefined;
      readonly repository: string | undefined;
      readonly source: SourceReference | undefined;
      readonly version: Written | undefined;
      /** The name of the HelmRelease, to which parts of it in other files belong. */
      readonly release: string | undefined;
      /** The values that are false, with dots. */
      readonly off: readonly string[];
      readonly line: number;
    }
  | {
      readonly via: 'repository';
      /** A URL; undefined where `source` says it. */
      readonly url: string | undefined;
      readonly source: SourceReference | undefined;
      readonly path: string | undefined;
      readonly version: Written | undefined;
      readonly line: number;
    }
  | { readonly via: 'image'; readonly image: Written }
  /** A patch writes versions of what it does not name for certain. */
  | { readonly via: 'patch'; readonly line: number }
  | { readonly via: 'object'; readonly set: string; readonly version: Written | undefined; readonly line: number };

/** What one file says of what is installed. Plain data. */
export interface InstallFacts {
  readonly sources: readonly SourceFact[];
  readonly uses: readonly Use[];
}
