/** A field of a value that rules look at: the variable that they name, and the names of the fields below it. */
export interface FieldRef {
  readonly root: string;
  readonly names: readonly string[];
  /** The same for the same field of the same value. */
  readonly key: string;
  /** From this name on, an absent field is not an error: `self.a.?b`. */
  readonly optionalFrom: number;
}

/**
 * The meaning of a rule in terms of the presence and values of fields. Everything else is `unknown`, equal for equal
 * keys.
 */
export type Formula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'both'; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'either'; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'choice'; readonly condition: Formula; readonly whenTrue: Formula; readonly whenFalse: Formula }
  | { readonly kind: 'has'; readonly field: FieldRef }
  | {
      readonly kind: 'is';
      readonly field: FieldRef;
      /** The value of an absent field; undefined if that is an error. */
      readonly fallback: string | undefined;
      readonly values: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly key: string };

/** A value as formulas name it: its type and its text. */
export function valueKey(value: string | number | bigint | boolean): string {
  return `${typeof value === 'bigint' ? 'number' : typeof value}:${value}`;
}

/** Always true. */
export const holdsAlways: Formula = { kind: 'constant', value: true };
