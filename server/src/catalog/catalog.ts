import type { GroupVersion, GroupVersionKind, Stability } from '../targets/groupVersion.ts';
import { type Minor, minor } from '../targets/version.ts';
import type { ConversionFacts, DefaultFacts, ShapeChange } from './conversionFacts.ts';
import type { ApiType } from './types.ts';

/**
 * Every fact about Kubernetes' APIs, by minor. Immutable; loaded once from the generated pack (`catalog/load.ts`) and
 * independent of targets: `resolve.ts` combines it with one.
 */
export interface Catalog {
  /** The Kubernetes release of the newest facts, for reports: `1.37.1`. */
  readonly version: string;
  readonly oldest: Minor;
  /** The newest minor that is released, which is the default target. */
  readonly newest: Minor;
  /** A minor that is known before its release; never the default. */
  readonly preview?: Preview;
  /** Every kind that Kubernetes itself ever served or published. */
  readonly kinds: readonly KindFacts[];
  kind(gvk: GroupVersionKind): KindFacts | undefined;
  /** All versions of a group and kind, most preferred first. */
  kindsOf(group: string, kind: string): readonly KindFacts[];
  /** Whether any minor of Kubernetes itself has this API group. */
  isBuiltInGroup(group: string): boolean;
  readonly gates: ReadonlyMap<string, GateFacts>;
  /** Facts of this binary only: leftovers, storage overrides, priorities. */
  binary(minor: Minor): BinaryFacts;
  /** The root type of a kind in the schema of a binary; undefined if that binary has no such type. */
  rootType(binary: Minor, gvk: GroupVersionKind): ApiType | undefined;
  /** A type of a binary's schema by its short name (`core.v1.Container`). */
  type(binary: Minor, name: string): ApiType | undefined;
  /** Fields that a gate drops, as measured on the newest binary. */
  readonly gatedFields: readonly GatedField[];
  /** The defaults of a kind; undefined if they were not measured. */
  defaults(gvk: GroupVersionKind): DefaultFacts | undefined;
  /** How kinds convert from a version to another, read out of the conversion and defaulting code. */
  readonly conversions: readonly ConversionFacts[];
  /** How the shapes of two versions of a kind differ, computed from the schemas. */
  readonly shapeChanges: readonly ShapeChange[];
}

/** A field of a struct that a server drops in silence while a gate is off. */
export interface GatedField {
  readonly gate: string;
  /** The struct, `core.v1.Volume`, and its field. */
  readonly type: string;
  readonly field: string;
  /** The kinds and paths where it was measured. Elsewhere the field may stay: dropping is done by each kind's strategy. */
  readonly seen: readonly GatedPath[];
}

/** Where a field was seen to be dropped. */
export interface GatedPath {
  readonly gvk: GroupVersionKind;
  /** `spec.containers[].restartPolicy`; `[]` is a list item or a map key. */
  readonly path: string;
  /** The emulation versions that drop it. */
  readonly emulations: readonly Minor[];
}

/** A minor before its release. */
export interface Preview {
  readonly minor: Minor;
  /** The build that its facts are from: `1.38.0-alpha.0`. */
  readonly release: string;
}

/** Whether a binary is known, released or as a preview. */
export function hasBinary({ oldest, newest, preview }: Catalog, binary: Minor): boolean {
  return binary >= oldest && binary <= (preview?.minor ?? newest);
}

/** Minors from `first` to `last`, both included; without `last` it is still so in the newest minor. */
export interface MinorSpan {
  readonly first: Minor;
  readonly last?: Minor;
}

/** A kind in one version of its group. */
export interface KindFacts extends GroupVersionKind {
  readonly stability: Stability;
  /** The name in URLs, `deployments`; undefined for a kind that is only used in API requests (DeleteOptions, Scale). */
  readonly resource: string | undefined;
  readonly singular: string | undefined;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** As the newest minor has them. */
  readonly verbs: readonly string[];
  /** When the newest binary of each span served it at all (enabled or not). Empty if it never was a top-level resource. */
  readonly served: readonly MinorSpan[];
  /** Whether it is on without runtime-config, by minor. */
  readonly enabledByDefault: History<boolean>;
  /** Gates that must be on for the resource to be installed, by minor. Empty if there are none. */
  readonly gates: History<readonly string[]>;
  /**
   * The lifecycle announced in the code of each minor. The facts begin with 1.19; for dates alone, older minors have
   * the oldest known one. Undefined once the code announces nothing.
   */
  readonly lifecycle: History<Lifecycle | undefined>;
  /** Where it is a `…List` of another kind. */
  readonly listOf: string | undefined;
}

/** A value that changes between minors: `[from, value]`, oldest first. */
export type History<T> = readonly (readonly [Minor, T])[];

/** The value of a history at a minor; undefined before its first entry. */
export function factAt<T>(history: History<T>, minor: Minor): T | undefined {
  let value: T | undefined;
  for (const [from, next] of history) {
    if (from > minor) break;
    value = next;
  }
  return value;
}

/** Whether a minor is in one of the spans. */
export function inSpans(spans: readonly MinorSpan[], minor: Minor): boolean {
  return spans.some((span) => span.first <= minor && (span.last === undefined || minor <= span.last));
}

/**
 * The minor from which no setting makes a server serve a kind. For ended kinds the releases decide, because some kept a
 * kind, turned off, after the announced minor; otherwise the announcement does. Undefined if neither is known.
 */
export function removalOf({ served, lifecycle }: Pick<KindFacts, 'served' | 'lifecycle'>): Minor | undefined {
  const last = served.at(-1);
  if (last?.last !== undefined) return minor(last.last + 1);
  return lifecycle.findLast(([, known]) => known !== undefined)?.[1]?.removed;
}

/** The lifecycle of a kind announced in the code of a minor (`APILifecycleIntroduced` and its like). */
export interface Lifecycle {
  readonly introduced: Minor | undefined;
  readonly deprecated: Minor | undefined;
  readonly removed: Minor | undefined;
  readonly replacement: GroupVersionKind | undefined;
}

/** The stages of a feature gate as its table has them. */
export type GateStage = 'Alpha' | 'Beta' | 'GA' | 'Deprecated';

/** A feature gate over all minors. */
export interface GateFacts {
  readonly name: string;
  readonly components: readonly string[];
  /** The binaries that know the gate. */
  readonly declared: readonly MinorSpan[];
  /** Oldest first, as in the newest binary with the gate. `specsIn` returns those of a given binary. */
  readonly specs: readonly GateSpec[];
  /** The specs in older binaries, if a later one changed the gate's history. */
  readonly earlier: { readonly until: Minor; readonly specs: readonly GateSpec[] } | undefined;
  /** Gates that must be on when this one is; checked by binaries that know dependencies. */
  readonly dependsOn: readonly string[];
}

/** The specs of a gate in the table of a binary. */
export function specsIn(gate: GateFacts, binary: Minor): readonly GateSpec[] {
  return gate.earlier !== undefined && binary <= gate.earlier.until ? gate.earlier.specs : gate.specs;
}

/** The state of a gate from one version on. */
export interface GateSpec {
  readonly version: Minor;
  readonly default: boolean;
  readonly stage: GateStage;
  readonly lockToDefault: boolean;
  /** The spec only counts if the min compatibility version is at least this. */
  readonly minCompatibilityVersion: Minor | undefined;
}

/** Facts of one binary besides its kinds and gates. */
export interface BinaryFacts {
  /** Kinds the binary no longer serves as itself but still contains, `group/version/Kind`; undefined if no list exists. */
  readonly stillInstalled: ReadonlySet<string> | undefined;
  /** `resource.group` to the storage version that overrides all other rules. */
  readonly storageOverrides: ReadonlyMap<string, string>;
  /** Version order of groups that do not follow the usual one, most preferred first. */
  readonly groupPriority: ReadonlyMap<string, readonly string[]>;
  /**
   * Versions of each group that the binary has types for, served or not, most preferred first; empty if it was not
   * read out of the source.
   */
  readonly registeredVersions: ReadonlyMap<string, readonly string[]>;
  /** The `--runtime-config` keys that may not be turned off while priority and fairness is on, first found first. */
  readonly priorityAndFairnessKeys: readonly string[];
  /** APIs without which the server does not run. */
  readonly neededApis: readonly NeededApi[];
  /** Only the gates of client-go are registered without versions. */
  readonly unversionedClientGates: boolean;
  /** Whether the binary knows a flag. */
  readonly flags: ReadonlySet<string>;
  /** The oldest minor it can emulate; undefined for a binary without emulation. */
  readonly emulationFloor: Minor | undefined;
  /** The min compatibility version where it does not follow the emulation version; undefined if it does. */
  readonly fixedMinCompatibility: Minor | undefined;
  /** Whether gate dependencies are checked at start. */
  readonly checksGateDependencies: boolean;
  /** Whether it answers requests to deprecated APIs with a Warning header. */
  readonly sendsDeprecationWarnings: boolean;
  readonly storageRule: 'first-not-replaced' | 'first-introduced' | 'stable-then-any' | undefined;
}

/** An API that the server itself uses: turned off, it refuses to start or never becomes ready. */
export interface NeededApi extends GroupVersion {
  /** One resource of the version; undefined for all. */
  readonly resource: string | undefined;
  /** Needed while all of these gates are on. */
  readonly gates: readonly string[];
  /** Needed while any of these admission plugins is on; empty if no plugin uses it. */
  readonly plugins: readonly string[];
  readonly without: 'refused' | 'never-ready';
}

/** `resource.group`, `pods` for the core group: the key of storage tables. */
export function groupResource(group: string, resource: string): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `group/version/Kind`, the key of kind tables; the core group is empty: `/v1/Pod`. */
export function kindKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

/** `group/version` as a key, the core group as `/v1`. */
export function groupVersionKey({ group, version }: GroupVersion): string {
  return `${group}/${version}`;
}
