import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { Minor } from '../targets/version.ts';
import type { History } from './catalog.ts';

/** A JSON value in a fact. `{}` is an empty struct created by defaulting. */
export type FactValue = string | number | boolean | null | readonly FactValue[] | { readonly [key: string]: FactValue };

/** How a kind converts from one version to another, read out of the conversion and defaulting code. Paths as in findings, lists as `[]`. */
export interface ConversionFacts {
  readonly from: GroupVersionKind;
  /** Undefined if nothing replaces the kind. */
  readonly to: GroupVersionKind | undefined;
  /** Fields that move or change their form; all others keep their path. */
  readonly map: readonly FieldMove[];
  /** Fields that the two versions default differently: an absent field changes its meaning unless it is written out. */
  readonly defaults: readonly ChangedDefault[];
  /** Fields that the target version demands and the source version did not. */
  readonly required: readonly string[];
  /** Fields that the target version cannot express. */
  readonly dropped: readonly string[];
  /** Other points to review. */
  readonly cautions: readonly string[];
  /** Where this was read. */
  readonly sources: readonly string[];
  /** The minors whose code was compared; empty if none has both versions. */
  readonly comparedIn: readonly Minor[];
}

/** A field with another path in the other version. */
export interface FieldMove {
  readonly from: string;
  readonly to: string;
  /** In words: `copy`, or how the value changes its form. */
  readonly transform: string | undefined;
}

/** A field with another default in the other version. */
export interface ChangedDefault {
  readonly path: string;
  readonly old: FactValue;
  readonly new: FactValue;
}

/** How the shapes of two versions of a kind differ. */
export interface ShapeChange {
  readonly from: GroupVersionKind;
  readonly to: GroupVersionKind;
  /** The minor whose schema has both; or the last minor of the old version and the first of the new one. */
  readonly comparedIn: readonly Minor[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly nowRequired: readonly string[];
  readonly noLongerRequired: readonly string[];
  /** Fields whose type changes: path, old and new type. */
  readonly types: readonly (readonly [path: string, from: string, to: string])[];
  /** Fields whose enumeration changes: path, values that come and values that go. */
  readonly enums: readonly (readonly [path: string, added: readonly string[], removed: readonly string[]])[];
}

/** The defaults of a kind, measured by running the defaulting functions of some minors with default gates. */
export interface DefaultFacts {
  readonly gvk: GroupVersionKind;
  /** The minors whose functions were run; changes between two of them are not dated exactly. */
  readonly measuredIn: readonly Minor[];
  /** The path of the kind's pod template, which gets the defaults of a Pod as well. */
  readonly podTemplate: string | undefined;
  readonly cases: readonly DefaultCase[];
}

/** The defaults of one input object. */
export interface DefaultCase {
  /** `empty`: nothing set. `filled`: every struct present and one item in every list, scalars unset. */
  readonly object: 'empty' | 'filled';
  /** The one value that was set in addition, `spec.type` = `NodePort`; undefined if none. */
  readonly when: { readonly path: string; readonly value: string } | undefined;
  /** Path to the default; undefined from a minor without one. With `when`: only the differences from the plain case. */
  readonly values: ReadonlyMap<string, History<FactValue | undefined>>;
  /** With `when`: paths that have a default in the plain case and none here. */
  readonly absent: History<readonly string[]>;
}
