import type { Cidr } from '../formats/ip.ts';
import type { PortRange } from '../formats/portRange.ts';
import type { GroupVersion, GroupVersionKind } from '../targets/groupVersion.ts';
import type { Target } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { Catalog, GateStage, KindFacts, Lifecycle } from './catalog.ts';
import type { ApiType } from './types.ts';

/**
 * What a target serves: every version-dependent decision, made once by `resolve.ts`. Checks see a target only through
 * this.
 */
export interface ApiSurface {
  /** The name of the target in findings and reports. */
  readonly name: string;
  readonly target: Target;
  readonly versions: EffectiveVersions;
  readonly catalog: Catalog;
  /** Every served top-level resource, sorted by group, version, kind. */
  readonly resources: readonly ServedResource[];
  /** `resource.group` to the version its objects are stored in. */
  readonly storageVersions: ReadonlyMap<string, string>;
  /** Every gate the server knows at its emulation version. */
  readonly gates: ReadonlyMap<string, GateState>;
  /** The address and port ranges of Services; undefined if the target's flags omit them. */
  readonly serviceNetworks?: ServiceNetworks;
  /** Settings that the server accepts but that leave it not ready, or that it takes differently from start to start. */
  readonly warnings: readonly string[];
  availability(gvk: GroupVersionKind): Availability;
  /** Every served custom resource that is known; absent if no definitions are. Reads all definitions there are. */
  readonly customResources?: () => readonly ServedResource[];
  /** How many definitions of a custom kind it has at the most; absent if it has none of any kind. Costs little. */
  readonly definitionsAtMost?: (group: string, kind: string) => number;
  /**
   * The differing definitions of a custom kind, any of which the cluster may have; absent without definitions. Reads
   * the definitions of the group.
   */
  readonly definitionConflict?: (gvk: GroupVersionKind) => DefinitionConflict | undefined;
  /** The built-in CustomResourceDefinition sets with a named release for the target; absent if there are none. */
  readonly namedSets?: ReadonlySet<string>;
  /** The target without unnamed releases of built-in sets. */
  readonly named?: ApiSurface;
  /** The workspace's announcements about versions of custom resources and others; absent if there are none. */
  readonly deprecations?: readonly AnnouncedDeprecation[];
  /** The workspace's conversion rules for custom resources; absent if there are none. */
  readonly conversions?: DeclaredConversions;
  /** The workspace objects that the server's admission plugins read; absent if none are known. */
  readonly admission?: () => DeclaredAdmission | undefined;
  /** The root type of a kind in the binary's schema, served or not. */
  rootType(gvk: GroupVersionKind): ApiType | undefined;
}

/** The addresses and ports of Services. */
export interface ServiceNetworks {
  /** The networks of `--service-cluster-ip-range`, one of each IP family that the cluster has, the primary one first. */
  readonly addresses?: readonly Cidr[];
  /** The ports of `--service-node-port-range`. */
  readonly nodePorts?: PortRange;
}

/** An announcement about an API that no definition contains: since when it is deprecated or removed. */
export interface AnnouncedDeprecation {
  readonly group: string;
  /** Undefined for every version. */
  readonly version: string | undefined;
  /** Undefined for every kind. */
  readonly kind: string | undefined;
  /** What deprecated it, for messages: `Lamp Operator 2.0`. */
  readonly deprecated: string | undefined;
  /** The release that removes it. */
  readonly removed: string | undefined;
  /** The replacement: `lamps.example.com/v1`, or with a kind. */
  readonly instead: string | undefined;
  readonly source: string;
}

/** Conversion rules declared in a workspace; their type is in `conversion/declared.ts`. */
export interface DeclaredConversions {
  readonly families: readonly { readonly kind: string }[];
}

/** Objects that admission plugins read; their type is in `admission/admissionObjects.ts`. */
export interface DeclaredAdmission {
  readonly objects: readonly { readonly kind: string }[];
}

/** The three versions of KEP-4330 (`EffectiveVersion` in `k8s.io/component-base/compatibility`). */
export interface EffectiveVersions {
  readonly binary: Minor;
  readonly emulation: Minor;
  readonly minCompatibility: Minor;
}

/** A resource the target serves. */
export interface ServedResource extends GroupVersionKind {
  readonly resource: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly verbs: readonly string[];
  readonly storageVersion: string | undefined;
  readonly facts: KindFacts;
  /** The lifecycle in the binary's code, which deprecation warnings use. */
  readonly lifecycle: Lifecycle | undefined;
  /** Facts about a custom resource; absent for built-in kinds. */
  readonly custom?: CustomServing;
}

/** A custom resource as its CustomResourceDefinition has the target serve it. */
export interface CustomServing {
  /** Where the definition is known from, for people: `config/crd/foos.yaml`, `Gateway API v1.2.0 (standard channel)`. */
  readonly origin: string;
  /** The Warning header that answers every request; undefined for a version that is not deprecated. */
  readonly deprecationWarning: string | undefined;
  /** `status` is a subresource, which a create ignores. */
  readonly hasStatus: boolean;
  /** The announced removal of the version, as a sentence. */
  readonly announcement: string | undefined;
  /** Set if the cluster's release is not named and releases differ on the version. */
  readonly lifecycle?: ReleaseLifecycle | undefined;
  /**
   * Other releases or channels of a built-in set that have a field which this definition lacks, as a sentence.
   *
   * @param path field names, and numbers for list items.
   */
  fieldHistory(path: readonly (string | number)[]): string | undefined;
}

/** The checked releases of a project whose release in the cluster is not named. */
export interface CheckedReleases {
  /** For people: `cert-manager from v1.0.4 to v1.21.1`. */
  readonly label: string;
  /** The name of the built-in set, or of the first of several. */
  readonly set: string;
  /** Releases between the first and the last are not known. */
  readonly hasGaps: boolean;
}

/** How the releases of a project treat a version that some of them serve. */
export interface ReleaseLifecycle {
  /** The release that no longer serves it, for people: `cert-manager v1.6.3`. */
  readonly removed: string | undefined;
  /** The first release that deprecates it, if it is still served and older ones do not deprecate it. */
  readonly deprecated: string | undefined;
  /** The versions that the newest release serves and does not call deprecated, the most preferred first. */
  readonly instead: readonly string[];
}

/** Several differing definitions of one custom kind. */
export interface DefinitionConflict {
  /** Set if they are all releases of a project, the newest first: another release may differ. */
  readonly releases?: CheckedReleases;
  /** The origin of the first one in file order, for messages. */
  readonly first: string;
  /** @param digest of a definition, by `crd/definitionDigest.ts`. */
  isFirst(digest: string): boolean;
  /** Whether a definition with this digest is one of them. */
  has(digest: string): boolean;
  /**
   * The target with each definition that an object may be meant for, by its location and version, in file order; never
   * empty.
   *
   * @param file the absolute path of its file; undefined if unknown.
   */
  surfacesFor(version: string, file: string | undefined): readonly ApiSurface[];
}

/** A feature gate at the target. */
export interface GateState {
  readonly name: string;
  readonly stage: GateStage;
  readonly enabled: boolean;
  readonly default: boolean;
  readonly locked: boolean;
  /** The minor of the spec that decides. */
  readonly since: Minor;
}

/** The result of sending an object of a kind to the target: served, or why not. */
export type Availability =
  | { readonly state: 'served'; readonly resource: ServedResource }
  /** Was served, but is removed at this emulation version. */
  | {
      readonly state: 'removed';
      readonly facts: KindFacts;
      readonly lastServed: Minor;
      readonly alternatives: readonly ServedResource[];
    }
  /** Comes with a later minor than the emulation version; `inBinary` when the binary has it and a forward-compatible flag can serve it. */
  | {
      readonly state: 'not-yet-served';
      readonly facts: KindFacts;
      readonly introduced: Minor;
      readonly inBinary: boolean;
      readonly alternatives: readonly ServedResource[];
    }
  /** Known at this emulation version and turned off. */
  | {
      readonly state: 'not-enabled';
      readonly facts: KindFacts;
      readonly enable: EnableInstructions;
      readonly alternatives: readonly ServedResource[];
    }
  /** The group is Kubernetes' own; this version never was, but the kind exists in others. */
  | {
      readonly state: 'unknown-version';
      readonly known: readonly KindFacts[];
      readonly alternatives: readonly ServedResource[];
    }
  /** The group is built-in; no version of it ever had this kind. */
  | { readonly state: 'unknown-kind'; readonly kinds: readonly string[] }
  /** A type that only occurs in request bodies, such as DeleteOptions, Scale or Eviction. */
  | { readonly state: 'not-a-resource'; readonly facts: KindFacts }
  /** Not a built-in group: a custom resource, unknown without its CRD. */
  | { readonly state: 'custom' }
  /** The CustomResourceDefinition of the kind does not serve this version; `listed` if it has the version, unserved. */
  | {
      readonly state: 'custom-version-not-served';
      readonly origin: string;
      readonly listed: boolean;
      /** Set if no definition of the kind is named and all releases agree. */
      readonly releases?: CheckedReleases;
      /** More about the version, as a sentence: the releases of the set that served it. */
      readonly history: string | undefined;
      readonly alternatives: readonly ServedResource[];
    }
  /** All definitions of the group are known, and none has this kind. */
  | {
      readonly state: 'custom-kind-unknown';
      readonly origin: string;
      /** Set if no definition of the kind is named and all releases agree. */
      readonly releases?: CheckedReleases;
      readonly history: string | undefined;
      readonly kinds: readonly string[];
    }
  /** The apiVersion is neither `version` nor `group/version`, so clients cannot send the object. */
  | { readonly state: 'malformed' };

/** How to enable a resource. */
export interface EnableInstructions {
  /** The group version to name in `--runtime-config`, if that is off. */
  readonly runtimeConfig: GroupVersion | undefined;
  /** Gates that are off, with whether they can be turned on at this emulation version. */
  readonly gates: readonly { readonly name: string; readonly settable: boolean }[];
}
