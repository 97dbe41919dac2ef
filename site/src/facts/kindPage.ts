/** The content of a "Can I use" page: a kind with all its versions and fields, in all releases of its publisher. */
export interface KindPage {
  readonly group: string;
  readonly kind: string;
  /** Who publishes it, for people: `Kubernetes`, `Gateway API`. */
  readonly project: string;
  /** Releases, oldest first, as people write them; spans are indices into them. */
  readonly releases: readonly string[];
  /** The name in URLs; undefined for a kind that is only used in API requests. */
  readonly resource: string | undefined;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** The most preferred first. */
  readonly versions: readonly VersionFacts[];
  readonly fields: readonly FieldFacts[];
  readonly conversions: readonly Conversion[];
  /** Where validation beyond schemas is written, if that is known. */
  readonly validatedBy: string | undefined;
  readonly sources: readonly string[];
}

/** Neighbouring releases, both ends included. */
export type Span = readonly [first: number, last: number];

/** A version of a kind through all releases. */
export interface VersionFacts {
  /** `apps/v1`. */
  readonly apiVersion: string;
  /** Its label on the page: `v1`, or `v1 experimental` with channels. */
  readonly label: string;
  /** The releases that have it, whether they serve it or not. */
  readonly known: readonly Span[];
  readonly served: readonly Span[];
  /** Served, but not unless it is turned on. */
  readonly off: readonly Span[];
  readonly deprecated: readonly Span[];
  readonly stored: readonly Span[];
  /** Other remarks, as sentences. */
  readonly remarks: readonly string[];
  /** The gates without which it is not served. */
  readonly gates: readonly string[];
}

/** A field of a kind, by the path that leads to it. */
export interface FieldFacts {
  /** `spec.containers[].name`; `[]` is a list item, `{}` a map value. */
  readonly path: string;
  readonly type: string;
  /** The labels of the versions that have it, with the releases where these are not all of the version. */
  readonly versions: readonly FieldVersion[];
  readonly notes: readonly Note[];
}

/** A version that has a field. */
export interface FieldVersion {
  readonly label: string;
  /** Undefined if the field is as old as the version and stays as long. */
  readonly spans: readonly Span[] | undefined;
}

/** The kinds of notes about fields. */
export type NoteKind =
  | 'required'
  | 'default'
  | 'values'
  | 'gate'
  | 'dropped'
  | 'immutable'
  | 'deprecated'
  | 'validated';

/** One fact about a field. */
export interface Note {
  readonly kind: NoteKind;
  /** For people, in plain text; of a gate its name. */
  readonly text: string;
  /** The labels of the versions that it is true of; empty for all that have the field. */
  readonly of: readonly string[];
}

/** The conversion of an object from one version to another. */
export interface Conversion {
  readonly from: string;
  /** Undefined if no version replaces it. */
  readonly to: string | undefined;
  readonly notes: readonly string[];
}
