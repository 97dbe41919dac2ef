import type { GroupVersion } from '../targets/groupVersion.ts';
import type { Value } from './value.ts';

/**
 * All versions of a kind that convert into each other, in any groups. The steps of a version are its differences from
 * the hub, as in Kubernetes: the hub has the shape of the newest version and the fields of older ones. A version
 * without steps has the hub's shape and defaults. Families are data (`server/data/authored/conversions.json`).
 */
export interface Family {
  readonly kind: string;
  readonly versions: readonly FamilyVersion[];
  /** Where the rules come from. */
  readonly source: string;
}

/** A version of a family. */
export interface FamilyVersion extends GroupVersion {
  readonly steps: readonly Step[];
}

/** A version of a kind that cannot be converted further: the kind ended, or its successor has another model. */
export interface WithoutSuccessor extends GroupVersion {
  readonly kind: string;
  /** The remedy, a phrase. */
  readonly says: string;
  readonly source: string;
}

/**
 * A difference between a version and the hub. A conversion to the hub applies the steps in order, one from the hub in
 * reverse. Paths are written `a.b[].c`, with `[]` for every list item, `{}` for every map value, and `a[key]` for a map
 * entry whose key has dots.
 */
export type Step =
  | DefaultStep
  | DeriveStep
  | MoveStep
  | ValuesStep
  | WrapStep
  | SplitStep
  | DurationStep
  | EntriesStep
  | OmitStep
  | DropStep
  | AnnotationStep
  | ForceStep
  | RefuseStep
  | CodeStep;

/**
 * A default that not all versions of the kind have. A conversion to the hub makes it explicit; one from the hub removes
 * an equal value.
 */
export interface DefaultStep {
  readonly step: 'default';
  readonly path: string;
  readonly value: Value;
  /** The condition under which there is no default. */
  readonly unless?: Condition;
  /** The condition for the default. */
  readonly where?: Condition;
  /** The path of an object that must be present. */
  readonly within?: string;
  /** The field to insert it after, if present. */
  readonly after?: string;
  /** Whether an empty string or list counts as absent. */
  readonly empty?: 'absent';
}

/** Requires one of the values at `path`. In lists that the step's path enters too, the item is the same. */
export interface Condition {
  readonly path: string;
  readonly is: readonly Value[];
}

/** A default that copies another field. */
export interface DeriveStep {
  readonly step: 'derive';
  readonly path: string;
  readonly from: string;
  /** The field whose presence prevents the default; `path` if absent. */
  readonly unless?: string;
  /** Whether an empty object counts as absent. */
  readonly empty?: 'absent';
}

/** Fields of the objects at `at` with another path in the hub. */
export interface MoveStep {
  readonly step: 'move';
  /** A path that both the version and the hub have; '' is the resource. */
  readonly at: string;
  readonly moves: readonly Move[];
}

/** The paths of a field in the version and in the hub, both relative to `at`. */
export interface Move {
  readonly from: string;
  readonly to: Destination;
}

/** The path of a field in the hub, possibly by the type of its value. */
export type Destination = string | { readonly integer: string; readonly string: string };

/** Values with different notations in the version and in the hub. */
export interface ValuesStep {
  readonly step: 'values';
  readonly path: string;
  readonly pairs: readonly (readonly [version: Value, hub: Value])[];
}

/** A list of the version whose first item is a field of the hub, or the reverse. */
export interface WrapStep {
  readonly step: 'wrap';
  /** The objects that both paths are relative to; the resource if absent. */
  readonly at?: string;
  readonly list: string;
  readonly item: string;
  /** Which side has the list; the version if absent. */
  readonly listIn?: 'hub';
}

/** A string of the version that is several fields of the same object in the hub. */
export interface SplitStep {
  readonly step: 'split';
  /** The objects that contain the fields. */
  readonly at: string;
  readonly from: string;
  readonly separator: string;
  /** The fields of the parts, in order; null for a part that the hub lacks, and that a conversion loses. */
  readonly to: readonly (string | null)[];
  /** The fields of `to` that are numbers. */
  readonly integers: readonly string[];
}

/** A duration of the version in Go's notation that is a whole number in the hub. */
export interface DurationStep {
  readonly step: 'duration';
  /** The objects that contain both fields. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly unit: DurationUnit;
}

/** The unit of the hub's number. */
export type DurationUnit = 'milliseconds' | 'seconds' | 'minutes' | 'hours';

/** A map of the version that is a list of objects in the hub, one for each entry. */
export interface EntriesStep {
  readonly step: 'entries';
  readonly path: string;
  /** The field of an item that has the entry's key. */
  readonly key: string;
  /** The field with the entry's value; if absent, the value is an object whose fields are beside the key. */
  readonly value?: string;
}

/** A field of the version without effect, which the hub lacks. */
export interface DropStep {
  readonly step: 'drop';
  readonly path: string;
  /** A field that it must equal to have no effect; it never has one if absent. */
  readonly same?: string;
}

/** Values that only this version treats like an absent field (a Go field that is not a pointer). */
export interface OmitStep {
  readonly step: 'omit';
  readonly path: string;
  readonly is: readonly Value[];
}

/** A field of the hub that the version keeps in an annotation. */
export interface AnnotationStep {
  readonly step: 'annotation';
  readonly name: string;
  readonly holds: string;
  readonly as: 'string' | 'integer';
}

/** A field whose values the version restricts: other values become the nearest allowed one. */
export interface ForceStep {
  readonly step: 'force';
  readonly path: string;
  readonly allowed: readonly Value[];
  readonly value: Value;
  readonly says: string;
}

/** Reports a field that a conversion to this version does not carry over. Its paths are those of the version. */
export interface RefuseStep {
  readonly step: 'refuse';
  /** The field; '' is the whole resource. */
  readonly path: string;
  readonly says: string;
  /** `left` (the default) to the author, `lost`, or `forced` to the version's interpretation. */
  readonly as?: 'left' | 'lost' | 'forced';
  /**
   * The condition for the report: `present` (the default), `absent`, `empty` (an empty object, list or string),
   * `digits` (a string of digits), `is` (one of the values of `is`), or `not` (absent, or none of these values).
   */
  readonly when?: 'present' | 'absent' | 'empty' | 'digits' | 'is' | 'not';
  readonly is?: readonly Value[];
  /** The path of an object that must be present. */
  readonly within?: string;
  /** The versions whose conversions are reported; all if absent. */
  readonly comingFrom?: readonly string[];
}

/** A difference that needs code, in `conversion/kinds/`. */
export interface CodeStep {
  readonly step: 'code';
  readonly name: string;
}
