import type { Span } from '../../text/span.ts';

/** A file that describes a cluster together with others. */
export interface SourceFile {
  /** Its location, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Where a value is written. */
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
  /** The stretch that is the text, or that makes it. */
  readonly origin: Origin;
  /** Composed or modified, so that it cannot be replaced in place. */
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

/** Unknown from files: computed, encrypted, set elsewhere. */
export interface OpenValue {
  readonly kind: 'open';
  /** A phrase without a full stop. */
  readonly reason: string;
  /** It is certain that nothing is there, which `try()` and `can()` take for an error. */
  readonly missing?: true;
}

/** `null` in some languages. */
export const nullValue: Value = { kind: 'null' };

/** A map without entries. */
export const emptyMap: MapValue = { kind: 'map', keys: [], get: () => undefined };

/** A value that cannot be known, and why. */
export function openValue(reason: string): OpenValue {
  return { kind: 'open', reason };
}

/** A value that an expression refers to and that does not exist. */
export function missingValue(address: string): OpenValue {
  return { kind: 'open', reason: `"${address}" is not defined here`, missing: true };
}

/** The value that keys lead to, `undefined` where a map or list has none. */
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
 * The value at a path of names; a list on the path means its first item, because some tools represent repeatable blocks
 * as lists.
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

/** Lists with more items, and texts with more characters, are computed from others, not written by hand. */
export const maxItems = 1000;
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

/** The evaluation limit, against long chains and cycles, and growing texts. */
export class Budget {
  #steps = 50_000;
  #depth = 0;

  /** Whether nothing more is evaluated. */
  get isSpent(): boolean {
    return this.#steps <= 0;
  }

  /** Evaluates one more value, or returns why not. */
  spend(evaluate: () => Value): Value {
    if (this.#steps-- <= 0) return openValue('this takes too many steps to follow');
    if (this.#depth >= 60) return openValue('this refers to itself, or through too many others');
    this.#depth++;
    const value = evaluate();
    this.#depth--;
    // Functions of long texts take longer.
    if (value.kind === 'text') this.#steps -= value.text.length >> 10;
    return value;
  }
}
