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

/** A list. `unordered`: a set or a keyed list, with different comparison and addition. */
export interface CelList {
  readonly type: 'list';
  readonly items: readonly CelValue[];
  readonly unordered?: boolean;
}

/** A map or object: its entries by key, converted by {@link keyOf}. */
export interface CelMap {
  readonly type: 'map';
  readonly entries: ReadonlyMap<string, readonly [key: CelValue, value: CelValue]>;
  /** Whether it has more than expressions see, so that it can neither be counted nor compared. */
  readonly partial?: boolean;
  /** Whether the server may have a value under a key, from `keyOf`, that is not in `entries`. */
  readonly mayHave?: (key: string) => boolean;
  /** Whether the server has a value under a key, from `keyOf`, that expressions can only ask the presence of. */
  readonly surelyHas?: (key: string) => boolean;
  /** The type name of an object that an expression makes: `Object.spec`, `JSONPatch`. */
  readonly struct?: string;
  /** The results of reading unreadable fields, by name, converted by `keyOf`. */
  readonly unreadable?: Pick<ReadonlyMap<string, Outcome>, 'get'>;
  /** Reads fields that are computed when an expression first reads them, by name, converted by `keyOf`. */
  readonly computed?: (key: string) => Outcome | undefined;
}

/**
 * The result of an evaluation: a value; an error in the server's words; or `unknown` if only the server can tell,
 * because of an unknown function or the limit.
 */
export type Outcome = CelValue | { readonly type: 'error'; readonly message: string } | { readonly type: 'unknown' };

/** The least integer. */
export const intMin = -(1n << 63n);
/** The greatest integer. */
export const intMax = (1n << 63n) - 1n;
/** The greatest integer without a sign. */
export const uintMax = (1n << 64n) - 1n;

/** Only the server can tell. */
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

/** The look-up key of a map key: equal numbers are one key. Undefined for invalid keys. */
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
