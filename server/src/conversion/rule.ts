import type { GroupVersion } from '../target/groupVersion.ts';

/**
 * How a kind is carried from one version to another: the steps beyond changing `apiVersion`, in order. Rules are data
 * (`server/data/authored/conversions.json`); this is their vocabulary. A rule without steps says that the two versions
 * mean the same as they stand.
 */
export interface ConversionRule {
  readonly kind: string;
  readonly from: GroupVersion;
  readonly to: GroupVersion;
  readonly steps: readonly Step[];
  readonly source: string;
}

/** One step of a rule. Paths are written `a.b[].c`, and `a[key]` for the entry of a map whose key has dots. */
export type Step = PinStep | CopyStep | MoveStep | RefuseStep;

/** Writes down a default of the older version that the newer one does not share, where the text says nothing. */
export interface PinStep {
  readonly step: 'pin';
  readonly path: string;
  readonly value: PinnedValue;
  /** Not where the field at `path` has one of these values. */
  readonly unless?: { readonly path: string; readonly is: readonly string[] };
  /** Only where this object is written. */
  readonly within?: string;
  /** The field to write it behind, if that is there. */
  readonly after?: string;
}

/** What can be pinned. */
export type PinnedValue = string | number | boolean | readonly string[];

/** Writes down what the older version derived from another field, unless the field at `unless` is set. */
export interface CopyStep {
  readonly step: 'copy';
  readonly from: string;
  readonly to: string;
  readonly unless: string;
}

/** Renames fields of the object at `at`, or nests them: the new names may be paths. */
export interface MoveStep {
  readonly step: 'move';
  readonly at: string;
  readonly moves: readonly { readonly from: string; readonly to: Destination }[];
}

/** Where a field goes; a choice goes by the type of the value. */
export type Destination = string | { readonly integer: string; readonly string: string };

/** Stops the conversion from being safe where the text has what the newer version takes differently. */
export interface RefuseStep {
  readonly step: 'refuse';
  /** The field that matters; '' is the whole resource. */
  readonly path: string;
  readonly left: string;
  /**
   * `present` (the default), `absent`, `empty` (an object, list or string with nothing in it), `digits` (a string of digits),
   * `is` one of the values of `is`, or `not`: absent or none of them.
   */
  readonly when?: 'present' | 'absent' | 'empty' | 'digits' | 'is' | 'not';
  readonly is?: readonly (string | number | boolean)[];
}
