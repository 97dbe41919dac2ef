import type { GroupVersion } from '../targets/groupVersion.ts';
import type { Value } from './value.ts';

/**
 * All versions of a kind that convert into each other, in whatever groups. Each version says in steps how it differs
 * from the hub, as in Kubernetes: the hub has the shape of the newest version and room for what only older ones have.
 * A version without steps has the hub's shape and defaults. Families are data (`server/data/authored/conversions.json`).
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
 * A kind that no conversion leads on from: it ended, or its successor is another model. What a person does instead is
 * `says`.
 */
export interface Ending extends GroupVersion {
  readonly kind: string;
  readonly says: string;
  readonly source: string;
}

/**
 * One difference between a version and the hub. On the way to the hub steps are taken in order, on the way back in
 * reverse. Paths are written `a.b[].c`, with `[]` for every item of a list, `{}` for every value of a map, and `a[key]`
 * for the entry of a map whose key has dots.
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

/** A default that not all versions of the kind share: on the way out it is pinned, on the way in a pin of it is not needed. */
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
  /** The field to write it behind, if that is there. */
  readonly after?: string;
  /** What an empty string or list counts as; as written where this is absent. */
  readonly empty?: 'absent';
}

/** That the field at `path` has one of some values; lists on the way that the step's own path shares are taken at the same item. */
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
  /** What an empty object counts as; as present where this is absent. */
  readonly empty?: 'absent';
}

/** Fields of the objects at `at` that stand elsewhere in the hub. */
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

/** A list of the version whose first item the hub has as a field, or the other way round. */
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
  /** The objects that the fields stand in. */
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
  /** The objects that both fields stand in. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly unit: DurationUnit;
}

/** What the hub's number counts. */
export type DurationUnit = 'milliseconds' | 'seconds' | 'minutes' | 'hours';

/** A map of the version that the hub has as a list of objects, one for each entry. */
export interface EntriesStep {
  readonly step: 'entries';
  readonly path: string;
  /** The field of an item that has the entry's key. */
  readonly key: string;
  /** The field that has its value; where this is absent the value is an object, whose fields stand beside the key. */
  readonly value?: string;
}

/** A field of the version that means nothing there, and that the hub does not have. */
export interface DropStep {
  readonly step: 'drop';
  readonly path: string;
  /** It means nothing where it says the same as this field. */
  readonly same?: string;
}

/** Values that are the same as an absent field in this version and not in others (a Go field that is no pointer). */
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

/** What the version refuses on create although others mean it: the nearest value that it accepts. */
export interface ForceStep {
  readonly step: 'force';
  readonly path: string;
  readonly allowed: readonly Value[];
  readonly value: Value;
  readonly says: string;
}

/** Says what a conversion to this version does not carry over by itself. Looks at the version's own shape. */
export interface RefuseStep {
  readonly step: 'refuse';
  /** The field that matters; '' is the whole resource. */
  readonly path: string;
  readonly says: string;
  /** `left` (the default) to a person, `lost`, or `forced` to what the version makes of it. */
  readonly as?: 'left' | 'lost' | 'forced';
  /**
   * `present` (the default), `absent`, `empty` (an object, list or string with nothing in it), `digits` (a string of digits),
   * `is` one of the values of `is`, or `not`: absent or none of them.
   */
  readonly when?: 'present' | 'absent' | 'empty' | 'digits' | 'is' | 'not';
  readonly is?: readonly Value[];
  /** Only where this object is written. */
  readonly within?: string;
  /** Only when coming from these versions; from any where this is absent. */
  readonly comingFrom?: readonly string[];
}

/** A difference that decides something: `conversion/kinds/` has the code. */
export interface CodeStep {
  readonly step: 'code';
  readonly name: string;
}
