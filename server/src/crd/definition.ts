import type { ReleaseLifecycle } from '../catalog/surface.ts';
import type { MapNode } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import type { JsonSchema } from './schema/schema.ts';

/** A CustomResourceDefinition, in either version, limited to what affects objects. */
export interface CustomDefinition {
  readonly group: string;
  readonly kind: string;
  /** The name in URLs. */
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /**
   * An aggregated API server serves the kind: it decodes into Go types, as kube-apiserver does its own, and validates in
   * code, names included.
   */
  readonly aggregated?: boolean;
  readonly versions: readonly CustomVersion[];
  /** Whether unknown fields are kept regardless of the schema: the default of `apiextensions.k8s.io/v1beta1`. */
  readonly preserveUnknownFields: boolean;
  readonly conversion: ConversionStrategy;
  /** `status.storedVersions`, where the text has them. */
  readonly storedVersions: readonly string[];
  /** The annotations of the definition itself; none are known of one of the built-in sets. */
  readonly annotations: ReadonlyMap<string, WrittenText>;
  /** The apiVersion that it is written in; undefined for one of the built-in sets. */
  readonly writtenAs: string | undefined;
  readonly origin: DefinitionOrigin;
  /** The written `spec`; undefined for built-in sets. */
  readonly spec: MapNode | undefined;
}

/** A text with its place. */
export interface WrittenText {
  readonly text: string;
  /** Where its key is written. */
  readonly span: Span;
}

/**
 * How objects are converted between versions: `None` changes only the apiVersion. For built-in sets it may be unknown:
 * some projects add their webhook during installation.
 */
export type ConversionStrategy = 'None' | 'Webhook' | 'unknown';

/** A version of a CustomResourceDefinition. */
export interface CustomVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  /** The text of the Warning header; undefined for the server's default text. */
  readonly deprecationWarning: string | undefined;
  readonly schema: JsonSchema;
  /** `status` is a subresource: a create ignores it. */
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  /** The JSON paths for field selectors, with a leading dot. */
  readonly selectableFields: readonly string[];
  /** Whether an object has values that unknown schema rules read; absent if all rules are known. */
  readonly hasUnknownRules?: (root: MapNode) => boolean;
  /** Where the version's name is written; undefined for one of the built-in sets. */
  readonly span: Span | undefined;
}

/** The JSON paths of the scale subresource, each with its dot in front. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** '' where none is written. */
  readonly labelSelector: string;
}

/** Where a definition is known from. */
export interface DefinitionOrigin {
  /** For people: `config/crd/foos.yaml`, `Gateway API v1.2.0 (standard channel)`. */
  readonly label: string;
  /**
   * The file, as reports name it, its absolute path where it has one, and the document in it; undefined for one of the
   * built-in sets.
   */
  readonly file: { readonly name: string; readonly path?: string; readonly document: number } | undefined;
  /**
   * The schema is known in part: expressions and combinations of schemas are missing, so a value without errors may
   * still be refused.
   */
  readonly isPartial: boolean;
  /** The history of versions and fields in a built-in set; undefined for definitions from files. */
  readonly releases?: ReleaseHistory;
  /** Other releases' treatment of a version, if the cluster's release is not named. */
  readonly lifecycle?: (version: string) => ReleaseLifecycle | undefined;
}

/** Facts about a definition beyond the target's release. */
export interface ReleaseHistory {
  /** The announcement about a version. */
  announcement(version: string): string | undefined;
  /** The schema of a version that the release no longer has, as the last release with it had it. */
  earlierSchema(version: string): JsonSchema | undefined;
  /** The releases and channels that have a field of a version. */
  fieldHistory(version: string, path: readonly (string | number)[]): string | undefined;
}
