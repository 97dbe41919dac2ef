import type { GroupVersion, GroupVersionKind } from '../targets/groupVersion.ts';
import type { Target } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { Catalog, GateStage, KindFacts, Lifecycle } from './catalog.ts';
import type { TypeDefinition } from './types.ts';

/**
 * What a target serves: every version-dependent decision, made once by `resolve.ts` and then only looked up.
 * Checks see a target through this alone.
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
  /** Settings that the server accepts but that leave it not ready, or that it takes differently from start to start. */
  readonly warnings: readonly string[];
  availability(gvk: GroupVersionKind): Availability;
  /** Every served custom resource that is known; absent where no definitions are. Reads all definitions there are. */
  readonly customResources?: () => readonly ServedResource[];
  /** How many definitions of a custom kind it has at the most; absent where it has none of any kind. Costs little. */
  readonly definitionsAtMost?: (group: string, kind: string) => number;
  /**
   * The definitions of a custom kind, where there are several that do not say the same and the cluster may have any of
   * them; absent where no definitions are. Reads the definitions of the group.
   */
  readonly definitionConflict?: (gvk: GroupVersionKind) => DefinitionConflict | undefined;
  /** The built-in sets of CustomResourceDefinitions of which releases are named for the target; absent where none is. */
  readonly namedSets?: ReadonlySet<string>;
  /** The target without what all releases of built-in sets say: what is named of it. */
  readonly named?: ApiSurface;
  /** What the workspace says of versions of custom resources and others; absent where it says nothing. */
  readonly deprecations?: readonly AnnouncedDeprecation[];
  /** The rules by which the workspace converts its custom resources; absent where it has none. */
  readonly conversions?: DeclaredConversions;
  /** The objects of the workspace that the server's admission plugins go by; absent where none are known. */
  readonly admission?: () => DeclaredAdmission | undefined;
  /** The root type of a kind in the binary's schema, served or not. */
  rootType(gvk: GroupVersionKind): TypeDefinition | undefined;
}

/** What somebody has announced of an API that no definition tells: since when it is deprecated or gone. */
export interface AnnouncedDeprecation {
  readonly group: string;
  /** Undefined for every version. */
  readonly version: string | undefined;
  /** Undefined for every kind. */
  readonly kind: string | undefined;
  /** What has deprecated it, for people: `Lamp Operator 2.0`. */
  readonly deprecated: string | undefined;
  /** The release that removes it. */
  readonly removed: string | undefined;
  /** What to use: `lamps.example.com/v1`, or with a kind. */
  readonly instead: string | undefined;
  readonly source: string;
}

/** Rules of conversion that a workspace declares; `conversion/declared.ts` knows what they are. */
export interface DeclaredConversions {
  readonly families: readonly { readonly kind: string }[];
}

/** Objects that admission plugins go by; `admission/admissionObjects.ts` knows what they are. */
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
  /** The lifecycle in the binary's own code: what its deprecation warnings go by. */
  readonly lifecycle: Lifecycle | undefined;
  /** What is known of a custom resource; absent for what Kubernetes itself serves. */
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
  /** What is announced of the version, as a sentence: the release that will remove it. */
  readonly announcement: string | undefined;
  /** Set where nothing names the release that the cluster has, and releases do not agree on the version. */
  readonly lifecycle?: ReleaseLifecycle | undefined;
  /**
   * Where else a field is known that this definition lacks, as a sentence: other releases or channels of a built-in set.
   *
   * @param path names of fields, and numbers for the items of lists.
   */
  fieldHistory(path: readonly (string | number)[]): string | undefined;
}

/** The releases of a project that are asked, because nothing names the one that the cluster has. */
export interface CheckedReleases {
  /** For people: `cert-manager from v1.0.4 to v1.21.1`. */
  readonly label: string;
  /** The name of the built-in set, or of the first of several. */
  readonly set: string;
  /** Releases between the first and the last are not known. */
  readonly hasGaps: boolean;
}

/** What the releases of a project say of a version that some of them serve. */
export interface ReleaseLifecycle {
  /** The release that no longer serves it, for people: `cert-manager v1.6.3`. */
  readonly ended: string | undefined;
  /** The release since which it is deprecated, where it is served still and older ones do not say so. */
  readonly deprecated: string | undefined;
  /** The versions that the newest release serves and does not call deprecated, the most preferred first. */
  readonly instead: readonly string[];
}

/** Several definitions of one custom kind that do not say the same. */
export interface DefinitionConflict {
  /** Set where they are those of all releases of a project, the newest first: another release may say something else. */
  readonly releases?: CheckedReleases;
  /** Where the first of them, in the order of their files, is known from, for people. */
  readonly first: string;
  /** @param digest of a definition, by `crd/definitionDigest.ts`. */
  isFirst(digest: string): boolean;
  /** Whether a definition that is written so is one of them. */
  has(digest: string): boolean;
  /**
   * The target with one each of the definitions that an object can be meant for, by where it lies and by its version, in
   * the order of their files; never empty.
   *
   * @param place the absolute path of its file; undefined where that is not known.
   */
  surfacesFor(version: string, place: string | undefined): readonly ApiSurface[];
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

/** What becomes of an object of a kind that is sent to the target: served, or why not. */
export type Availability =
  | { readonly state: 'served'; readonly resource: ServedResource }
  /** Was served and is gone at this emulation version. */
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
  /** The group is Kubernetes' own; no version of it ever had this kind. */
  | { readonly state: 'unknown-kind'; readonly kinds: readonly string[] }
  /** A type that only occurs inside calls, such as DeleteOptions, Scale or Eviction. */
  | { readonly state: 'not-a-resource'; readonly facts: KindFacts }
  /** Not a group of Kubernetes itself: a custom resource, about which nothing is known without its CRD. */
  | { readonly state: 'custom' }
  /** The CustomResourceDefinition of the kind does not serve this version; `listed` when it has the version all the same. */
  | {
      readonly state: 'custom-version-not-served';
      readonly origin: string;
      readonly listed: boolean;
      /** Set where no definition of the kind is named and this is what all releases say. */
      readonly releases?: CheckedReleases;
      /** What else is known of the version, as a sentence: the releases of the set that served it. */
      readonly history: string | undefined;
      readonly alternatives: readonly ServedResource[];
    }
  /** All definitions of the group are known, and none of them has this kind. */
  | {
      readonly state: 'custom-kind-unknown';
      readonly origin: string;
      /** Set where no definition of the kind is named and this is what all releases say. */
      readonly releases?: CheckedReleases;
      readonly history: string | undefined;
      readonly kinds: readonly string[];
    }
  /** The apiVersion is no `version` and no `group/version`, so that no client can tell where to send the object. */
  | { readonly state: 'malformed' };

/** What would turn a resource on. */
export interface EnableInstructions {
  /** The group version to name in `--runtime-config`, if that is off. */
  readonly runtimeConfig: GroupVersion | undefined;
  /** Gates that are off, with whether they can be turned on at this emulation version. */
  readonly gates: readonly { readonly name: string; readonly settable: boolean }[];
}
