import type { Span } from '../../text/span.ts';

/** A file that describes a cluster together with others. */
export interface SourceFile {
  /** Its location, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The position of a value. */
export interface Origin {
  readonly file: SourceFile;
  readonly span: Span;
}

/** The value of an expression, as far as files show. Lists and maps are evaluated lazily. */
export type Value = TextValue | ListValue | MapValue | OpenValue | { readonly kind: 'null' };

/** A string, a number or a boolean. */
export interface TextValue {
  readonly kind: 'text';
  readonly type: 'string' | 'number' | 'boolean';
  readonly text: string;
  /** The position of the text, or of the expression that gives it. */
  readonly origin: Origin;
  /** The text was composed or modified, so it cannot be replaced in place. */
  readonly isGenerated?: true;
}

/** A list, or a set. */
export interface ListValue {
  readonly kind: 'list';
  items(): readonly Value[];
}

/** A map, or an object. */
export interface MapValue {
  readonly kind: 'map';
  readonly keys: readonly string[];
  get(key: string): Value | undefined;
}

/** A value that files do not show: computed, encrypted or set elsewhere. */
export interface OpenValue {
  readonly kind: 'open';
  /** A phrase without a full stop. */
  readonly reason: string;
  /** The value certainly does not exist, which `try()` and `can()` treat as an error. */
  readonly missing?: true;
}

/** The value of `null`. */
export const nullValue: Value = { kind: 'null' };

/** A map without entries. */
export const emptyMap: MapValue = { kind: 'map', keys: [], get: () => undefined };

/** An unknown value, with the reason. */
export function openValue(reason: string): OpenValue {
  return { kind: 'open', reason };
}

/** A value that an expression refers to and that does not exist. */
export function missingValue(address: string): OpenValue {
  return { kind: 'open', reason: `"${address}" is not defined here`, missing: true };
}

/** The value at a path of keys; undefined if a map or list does not have it. */
export function valueBelow(value: Value, keys: readonly string[]): Value | undefined {
  let current: Value | undefined = value;
  for (const key of keys) {
    if (current === undefined || current.kind === 'open') return current;
    if (current.kind === 'map') current = current.get(key);
    else if (current.kind === 'list') current = /^\d+$/.test(key) ? current.items()[Number(key)] : undefined;
    else return undefined;
  }
  return current;
}

/**
 * The value at a path of names; undefined for null. A list on the path stands for its first item, because some tools
 * represent repeatable blocks as lists.
 */
export function valueAtPath(value: Value, path: string): Value | undefined {
  let current: Value | undefined = value;
  for (const name of path.split('.')) {
    if (current?.kind === 'list') current = current.items()[0];
    if (current === undefined || current.kind === 'open') return current;
    current = current.kind === 'map' ? current.get(name) : undefined;
  }
  return current?.kind === 'null' ? undefined : current;
}

/** No location: the value is computed. */
export const noOrigin: Origin = { file: { path: '', text: '' }, span: { start: 0, end: 0 } };

/** The maximum number of items of a list: longer lists are not written by hand. */
export const maxItems = 1000;
/** The maximum length of a computed text, in UTF-16 units. */
const maxCharacters = 1_000_000;

/** A text that is computed from another; open if it is too long. `length` is an upper bound. */
export function computedText(from: TextValue, length: number, compute: () => string): Value {
  if (length > maxCharacters) return openValue(`a text of more than ${maxCharacters / 1e6} MB is not evaluated`);
  const text = compute();
  return text === from.text && from.type === 'string' ? from : { ...from, type: 'string', text, isGenerated: true };
}

/** A list of known values; open if it is too long. */
export function listOf(items: readonly Value[]): ListValue | OpenValue {
  return items.length > maxItems ? tooMany : { kind: 'list', items: () => items };
}

/** A list with too many items. */
export const tooMany: OpenValue = openValue(`a list of more than ${maxItems} items is not evaluated`);

/** Limits evaluation: the number and the depth of its steps. */
export class Budget {
  #steps = 50_000;
  #depth = 0;

  /** Whether all steps are used. */
  get isSpent(): boolean {
    return this.#steps <= 0;
  }

  /** Evaluates one more value; open if a limit is exceeded. */
  spend(evaluate: () => Value): Value {
    if (this.#steps-- <= 0) return openValue('this takes too many steps to follow');
    if (this.#depth >= 60) return openValue('this refers to itself, or through too many others');
    this.#depth++;
    const value = evaluate();
    this.#depth--;
    // Functions take longer for long texts.
    if (value.kind === 'text') this.#steps -= value.text.length >> 10;
    return value;
  }
}
