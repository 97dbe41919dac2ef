import type { Literal } from './ast.ts';

/** A value while an expression is evaluated. Durations and times are nanoseconds, times since 1970 in UTC. */
export type CelValue =
  | Literal
  | { readonly type: 'duration' | 'timestamp'; readonly value: bigint }
  | { readonly type: 'list'; readonly items: readonly CelValue[] }
  | CelMap
  | { readonly type: 'optional'; readonly value: CelValue | undefined }
  | { readonly type: 'type'; readonly name: string };

/** A map, or an object: its entries by what `mapKey` makes of their keys. */
export interface CelMap {
  readonly type: 'map';
  readonly entries: ReadonlyMap<string, readonly [key: CelValue, value: CelValue]>;
}

export const intMin = -(1n << 63n);
export const intMax = (1n << 63n) - 1n;
export const uintMax = (1n << 64n) - 1n;

export function int(value: bigint | number): CelValue {
  return { type: 'int', value: BigInt(value) };
}

export function bool(value: boolean): CelValue {
  return { type: 'bool', value };
}

export function string(value: string): CelValue {
  return { type: 'string', value };
}

export function list(items: readonly CelValue[]): CelValue {
  return { type: 'list', items };
}
