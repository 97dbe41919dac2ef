import type { GroupVersion } from '../targets/groupVersion.ts';
import type { Value } from './value.ts';

/**
 * All versions of a kind that convert into each other, in any groups. Each version lists its differences from the hub
 * as steps, as in Kubernetes: the hub has the shape of the newest version with the fields of older ones. A version
 * without steps has the hub's shape and defaults. Families are data (`server/data/authored/conversions.json`).
 */
export interface Family {
  readonly kind: string;
  readonly versions: readonly FamilyVersion[];
  /** Where this was read. */
  readonly source: string;
}

/** One version of a family. */
export interface FamilyVersion extends GroupVersion {
  readonly steps: readonly Step[];
}

/**
 * A kind that cannot be converted further: it ended, or its successor has another model. `says` is the manual remedy.
 */
export interface WithoutSuccessor extends GroupVersion {
  readonly kind: string;
  readonly says: string;
  readonly source: string;
}

/**
 * One difference between a version and the hub. Steps are applied in order to reach the hub, and in reverse on the way
 * back. Paths are written `a.b[].c`, with `[]` for every list item, `{}` for every map value, and `a[key]` for a map
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
 * A default that not all versions of the kind share: it is made explicit on the way out, and is removed on the way in
 * if equal.
 */
export interface DefaultStep {
  readonly step: 'default';
  readonly path: string;
  readonly value: Value;
  /** Not where the field at `path` has one of these values. */
  readonly unless?: Condition;
  /** Only where the field at `path` has one of these values. */
  readonly where?: Condition;
  /** Only where this object is written. */
  readonly within?: string;
  /** The field to insert it after, if present. */
  readonly after?: string;
  /** How an empty string or list counts; as written if not set. */
  readonly empty?: 'absent';
}

/** Requires one of some values at `path`; lists shared with the step's own path use the same item. */
export interface Condition {
  readonly path: string;
  readonly is: readonly Value[];
}

/** A default that is copied from another field. */
export interface DeriveStep {
  readonly step: 'derive';
  readonly path: string;
  readonly from: string;
  /** The field whose presence rules the default out; `path` itself where this is absent. */
  readonly unless?: string;
  /** How an empty object counts; as present if not set. */
  readonly empty?: 'absent';
}

/** Fields of the objects at `at` with another path in the hub. */
export interface MoveStep {
  readonly step: 'move';
  /** A path that version and hub share; '' is the resource. */
  readonly at: string;
  readonly moves: readonly Move[];
}

/** A field of a version and where the hub has it, both from the object at `at`. */
export interface Move {
  readonly from: string;
  readonly to: Destination;
}

/** Where the hub has a field; a choice depends on the type of the value. */
export type Destination = string | { readonly integer: string; readonly string: string };

/** Values that are written differently: pairs of the version's and the hub's. */
export interface ValuesStep {
  readonly step: 'values';
  readonly path: string;
  readonly pairs: readonly (readonly [version: Value, hub: Value])[];
}

/** A list of the version whose first item is a field in the hub, or the reverse. */
export interface WrapStep {
  readonly step: 'wrap';
  /** The objects that both paths begin at; the resource where this is absent. */
  readonly at?: string;
  readonly list: string;
  readonly item: string;
  /** Which of the two has the list; the version where this is absent. */
  readonly listIn?: 'hub';
}

/** A text of the version that the hub has as several fields of the same object. */
export interface SplitStep {
  readonly step: 'split';
  /** The objects that contain the fields. */
  readonly at: string;
  readonly from: string;
  readonly separator: string;
  /** The fields of the parts, in order; `null` for a part that the hub has no place for and that cannot come back. */
  readonly to: readonly (string | null)[];
  /** The fields among them that are numbers. */
  readonly integers: readonly string[];
}

/** A duration of the version, as Go writes them, that the hub has as a whole number. */
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

/** A map of the version that the hub has as a list of objects, one for each entry. */
export interface EntriesStep {
  readonly step: 'entries';
  readonly path: string;
  /** The field of an item that has the entry's key. */
  readonly key: string;
  /** The field with its value; if not set, the value is an object whose fields are beside the key. */
  readonly value?: string;
}

/** A field without effect in the version, which the hub lacks. */
export interface DropStep {
  readonly step: 'drop';
  readonly path: string;
  /** It has no effect if it equals this field. */
  readonly same?: string;
}

/** Values that are the same as an absent field in this version and not in others (a Go field that is not a pointer). */
export interface OmitStep {
  readonly step: 'omit';
  readonly path: string;
  readonly is: readonly Value[];
}

/** A field of the hub that the version has no place for and keeps in an annotation. */
export interface AnnotationStep {
  readonly step: 'annotation';
  readonly name: string;
  readonly holds: string;
  readonly as: 'string' | 'integer';
}

/** A value that the version refuses on create although others accept it: the nearest accepted value. */
export interface ForceStep {
  readonly step: 'force';
  readonly path: string;
  readonly allowed: readonly Value[];
  readonly value: Value;
  readonly says: string;
}

/** Reports what a conversion to this version does not carry over. Reads the version's own shape. */
export interface RefuseStep {
  readonly step: 'refuse';
  /** The field that matters; '' is the whole resource. */
  readonly path: string;
  readonly says: string;
  /** `left` (the default) to the author, `lost`, or `forced` to the version's interpretation. */
  readonly as?: 'left' | 'lost' | 'forced';
  /**
   * `present` (the default), `absent`, `empty` (an empty object, list or string), `digits` (a string of digits), `is`
   * one of the values of `is`, or `not`: absent or none of them.
   */
  readonly when?: 'present' | 'absent' | 'empty' | 'digits' | 'is' | 'not';
  readonly is?: readonly Value[];
  /** Only where this object is written. */
  readonly within?: string;
  /** Only when coming from these versions; from any where this is absent. */
  readonly comingFrom?: readonly string[];
}

/** A difference that needs code, in `conversion/kinds/`. */
export interface CodeStep {
  readonly step: 'code';
  readonly name: string;
}
