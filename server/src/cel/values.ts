import type { Format } from '../formats/format.ts';
import type { IpAddress } from '../formats/ip.ts';
import type { Quantity } from '../formats/quantity.ts';
import type { SemanticVersion } from '../formats/semanticVersion.ts';
import type { UrlParts } from '../formats/url.ts';
import type { Literal } from './ast.ts';

/** A value while an expression is evaluated. Durations and times are nanoseconds, times since 1970 in UTC. */
export type CelValue =
  | Literal
  | { readonly type: 'duration' | 'timestamp'; readonly value: bigint }
  | CelList
  | CelMap
  | { readonly type: 'optional'; readonly value: CelValue | undefined }
  | CelQuantity
  | { readonly type: 'ip'; readonly value: IpAddress }
  | { readonly type: 'cidr'; readonly value: IpAddress; readonly prefix: number }
  | { readonly type: 'url'; readonly text: string; readonly parts: UrlParts }
  | { readonly type: 'semver'; readonly value: SemanticVersion }
  | { readonly type: 'format'; readonly name: string; readonly problems: Format }
  | { readonly type: 'type'; readonly name: string };

/** A number times a power of ten: how Kubernetes holds quantities that are not too large. */
export interface Amount {
  readonly value: bigint;
  readonly scale: number;
}

/** A quantity; `amount`: how Kubernetes holds it where it is not too large, which decides about whole numbers. */
export interface CelQuantity {
  readonly type: 'quantity';
  readonly value: Quantity;
  readonly amount: Amount | undefined;
}

/** A list. `unordered`: a set or a map by keys, which compares and adds in ways of its own. */
export interface CelList {
  readonly type: 'list';
  readonly items: readonly CelValue[];
  readonly unordered?: boolean;
}

/** A map, or an object: its entries by what `keyOf` makes of their keys. */
export interface CelMap {
  readonly type: 'map';
  readonly entries: ReadonlyMap<string, readonly [key: CelValue, value: CelValue]>;
  /** Whether there is more in it than expressions see, so that it can neither be counted nor compared. */
  readonly partial?: boolean;
  /** Whether the server may have something under a key, as `keyOf` makes it, that is not in `entries`. */
  readonly mayHave?: (key: string) => boolean;
  /** What comes of reading fields that are there and cannot be read, by what `keyOf` makes of their names. */
  readonly unreadable?: ReadonlyMap<string, Outcome>;
}

/**
 * What evaluating gives: a value; an error, as the server says it; or `unknown` where only the server can tell, because
 * of a function that is not known here, or because it takes too long.
 */
export type Outcome = CelValue | { readonly type: 'error'; readonly message: string } | { readonly type: 'unknown' };

/** The least integer. */
export const intMin = -(1n << 63n);
/** The greatest integer. */
export const intMax = (1n << 63n) - 1n;
/** The greatest integer without a sign. */
export const uintMax = (1n << 64n) - 1n;

/** What only the server can tell. */
export const unknown: Outcome = { type: 'unknown' };
/** The error of a function or operator that does not take such values. */
export const noOverload: Outcome = { type: 'error', message: 'no such overload' };

/** An integer. */
export function int(value: bigint | number): CelValue {
  return { type: 'int', value: BigInt(value) };
}

/** A truth value. */
export function bool(value: boolean): CelValue {
  return { type: 'bool', value };
}

/** A text. */
export function string(value: string): CelValue {
  return { type: 'string', value };
}

/** A list in the order of its items. */
export function list(items: readonly CelValue[]): CelValue {
  return { type: 'list', items };
}

/** An error in the server's words. */
export function failure(message: string): Outcome {
  return { type: 'error', message };
}

/** Whether evaluating gave a value. */
export function isValue(outcome: Outcome): outcome is CelValue {
  return outcome.type !== 'error' && outcome.type !== 'unknown';
}

/** What a key of a map is looked up by: numbers that are equal are one key. Undefined for what can be no key. */
export function keyOf(key: CelValue): string | undefined {
  switch (key.type) {
    case 'string':
      return `s${key.value}`;
    case 'bool':
      return `b${key.value}`;
    case 'int':
    case 'uint':
      return `n${key.value}`;
    case 'double':
      return Number.isInteger(key.value) ? `n${BigInt(key.value)}` : undefined;
    default:
      return undefined;
  }
}
