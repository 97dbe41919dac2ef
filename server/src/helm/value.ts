import { type Assumptions, type Condition, holds } from './condition.ts';
import { isPrinted, isVersion, type Output } from './output.ts';

/** A value of a template, as far as known. */
export type Value =
  /** `truth` is its truth value, if known; `condition` is what it depends on. */
  | { readonly kind: 'unknown'; readonly truth: boolean | undefined; readonly condition?: Condition }
  | { readonly kind: 'text'; readonly output: Output }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'nil' }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, Value> }
  /** Helm's top-level object, with `.Values`, `.Capabilities` and the like. */
  | { readonly kind: 'root' }
  | { readonly kind: 'capabilities' }
  | { readonly kind: 'kube-version' }
  | { readonly kind: 'api-versions' };

/** An unknown value. */
export const unknown: Value = { kind: 'unknown', truth: undefined };

/** Certain text. It comes from an action, so it has no position. */
export function textValue(text: string): Value {
  return {
    kind: 'text',
    output: [{ kind: 'printed', text, at: undefined, span: { start: 0, end: 0 } }],
  };
}

/** The boolean, or an unknown value. */
export function booleanValue(value: boolean | undefined): Value {
  return value === undefined ? unknown : { kind: 'boolean', value };
}

const nothingAssumed: Assumptions = new Map();

/** An unknown value, with the condition for it to be true, if named. */
export function unknownWith(condition: Condition | undefined): Value {
  return condition === undefined ? unknown : { kind: 'unknown', truth: undefined, condition };
}

/** The condition for a value to be true; undefined if it has no name. */
export function conditionOf(value: Value): Condition | undefined {
  return value.kind === 'unknown' ? value.condition : undefined;
}

/** Whether a condition treats the value as true (`IsTrue` of `text/template`); undefined if that is not known. */
export function truthOf(value: Value, assumed: Assumptions = nothingAssumed): boolean | undefined {
  switch (value.kind) {
    case 'unknown':
      return value.truth ?? (value.condition && holds(value.condition, assumed));
    case 'text':
      return isVersion(value.output) ? true : isPrinted(value.output);
    case 'number':
      return value.value !== 0;
    case 'boolean':
      return value.value;
    case 'nil':
      return false;
    case 'list':
      return value.items.length > 0;
    case 'dictionary':
      return value.entries.size > 0;
    case 'root':
    case 'capabilities':
    case 'kube-version':
    case 'api-versions':
      return true;
  }
}
