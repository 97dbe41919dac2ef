/**
 * The generated pack, `server/data/catalog.json`, as JSON.parse returns it. Only the generator writes it and only the
 * loader reads it, so only the format number is checked. Minors are plain numbers, API versions are names.
 *
 * Rows are tuples because the pack is read at every start: object keys would be parsed a thousand times over.
 */
export interface Pack {
  readonly format: typeof packFormat;
  readonly version: string;
  readonly oldest: number;
  /** The newest minor that is released. */
  readonly newest: number;
  /** The minor after it and the build that its facts are from, where they are known before its release. */
  readonly preview?: readonly [minor: number, release: string];
  readonly kinds: readonly KindRow[];
  readonly gates: readonly GateRow[];
  readonly binaries: readonly BinaryRow[];
  readonly types: TypesPack;
  /** JSON of `GatedFieldRow[]`. This and the next two are parsed lazily. */
  readonly gatedFields: string;
  /** JSON of `DefaultsRow[]`. */
  readonly defaults: string;
  /** JSON of `ConversionsPack`. */
  readonly conversions: string;
}

/** Counts up with every change of the layout. */
export const packFormat = 1;

/** A value of a history and the minor it holds from. */
export type Changes<T> = readonly (readonly [number, T])[];

/** `[first, last]`; without `last` it still holds. */
export type SpanRow = readonly [number, number?];

/** A kind; the order of its parts is that of `KindFacts`. */
export type KindRow = readonly [
  group: string,
  version: string,
  kind: string,
  stability: 's' | 'b' | 'a',
  typeName: string,
  resource: string,
  singular: string,
  namespaced: 0 | 1,
  shortNames: readonly string[],
  verbs: string,
  served: readonly SpanRow[],
  enabledByDefault: Changes<0 | 1>,
  gates: Changes<readonly string[]>,
  lifecycle: Changes<LifecycleRow | 0>,
  listOf: string,
];

/** Minors, 0 for none, and the replacement as group, version and kind. */
export type LifecycleRow = readonly [
  introduced: number | null,
  deprecated: number | null,
  removed: number | null,
  replacement?: readonly [string, string, string],
];

/** A feature gate. */
export type GateRow = readonly [
  name: string,
  components: readonly string[],
  declared: readonly SpanRow[],
  specs: readonly GateSpecRow[],
  dependsOn: readonly string[],
  earlier?: readonly [until: number, specs: readonly GateSpecRow[]],
];

/** One versioned spec of a gate. */
export type GateSpecRow = readonly [
  version: number,
  on: 0 | 1,
  stage: 'A' | 'B' | 'G' | 'D',
  locked: 0 | 1,
  minCompatibility?: number,
];

/** Facts of one binary. */
export interface BinaryRow {
  readonly minor: number;
  readonly stillInstalled?: readonly string[];
  readonly storageOverrides: Readonly<Record<string, string>>;
  readonly groupPriority: Readonly<Record<string, readonly string[]>>;
  readonly registeredVersions: Readonly<Record<string, readonly string[]>>;
  readonly priorityAndFairnessKeys: readonly string[];
  readonly neededApis: readonly NeededApiRow[];
  readonly unversionedClientGates: boolean;
  readonly flags: readonly string[];
  readonly emulationFloor?: number;
  readonly fixedMinCompatibility?: number;
  readonly checksGateDependencies: boolean;
  readonly storageRule?: 'first-not-replaced' | 'first-introduced' | 'stable-then-any';
  readonly sendsDeprecationWarnings: boolean;
}

/**
 * All types of all binaries. Text instead of number arrays: JSON.parse reads a long string many times faster, and of
 * 1,600 types a run reads a few dozen.
 */
/**
 * An API that the server needs: group/version, a resource of it or '', the gates that make it needed, the consequence, and
 * the admission plugins that make it needed.
 */
export type NeededApiRow = readonly [
  groupVersion: string,
  resource: string,
  gates: readonly string[],
  without: 'refused' | 'never-ready',
  plugins?: readonly string[],
];

/** The schemas of all minors: each type and field once, with its changes. */
export interface TypesPack {
  /** Field names and type notations, separated by spaces. */
  readonly strings: string;
  /**
   * The forms of a field in some minors: `type notation,flags,traits`, separated by spaces; flags: 1 required, 2
   * deprecated.
   */
  readonly shapes: string;
  /** JSON of `TraitsRow[]`. */
  readonly traits: string;
  /**
   * `name spans field field …`. Spans are `first-last` or `first-`, separated by commas. A field is
   * `name,from,shape,from,shape,…`, where no shape is absence. Names, shapes and traits are indices.
   */
  readonly types: readonly string[];
}

/** Rare properties of fields. */
export interface TraitsRow {
  /** Values of a `+enum` type and the minor each came with. */
  readonly e?: readonly (readonly [string, number])[];
  /** Constants of a string type that is not marked `+enum`. */
  readonly c?: readonly (readonly [string, number])[];
  readonly lt?: 'atomic' | 'set' | 'map';
  readonly lk?: readonly string[];
  /** Gates of `+featureGate`. */
  readonly g?: readonly string[];
  /** Gates that the comment mentions. */
  readonly m?: readonly string[];
}

/** A gate that drops a field of a type, and the kinds and paths where it was measured. */
export type GatedFieldRow = readonly [
  gate: string,
  type: string,
  field: string,
  seen: readonly (readonly [gvk: readonly [string, string, string], path: string, emulations: readonly number[]])[],
];

/** Whether a value is a pack of this format. Deeper levels are trusted. */
export function isPack(value: unknown): value is Pack {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === packFormat;
}
