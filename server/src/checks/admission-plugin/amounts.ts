import { canonicalQuantity, type QuantityFormat, quantityFormat, readQuantity } from '../../formats/quantity.ts';
import type { Value } from '../value.ts';

/** An amount of a resource. */
export interface Amount {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
  /** Its position; for a filled-in amount, that of its parent. */
  readonly at: Value;
  readonly isFilledIn?: true;
}

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Amount>;

const unit = 1_000_000_000n;
const milli = 1_000_000n;

/** `resource.MaxMilliValue`: beyond it amounts are compared as whole numbers. */
const maxMilli = ((1n << 63n) - 1n) / 1_000n;

/** The amounts in a map of resources. `null` is ignored. */
export function amountsOf(list: Value): Amounts {
  return new Map([...list.entries].map(([name, at]) => [name, amountOf(at)]));
}

/** The amount at a value. */
export function amountOf(at: Value): Amount {
  const text = at.present ? String(at.scalar ?? '') : '0';
  return { nanos: readQuantity(text)?.nanos ?? 0n, format: quantityFormat(text), at };
}

/** An amount as the server writes it. */
export function formatAmount({ nanos, format }: Amount): string {
  return canonicalQuantity({ nanos }, format);
}

/** Amounts as the server lists them: `limits.cpu=2,requests.cpu=1`. */
export function formatAmounts(amounts: Iterable<readonly [string, Amount]>): string {
  return [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${formatAmount(amount)}`)
    .join(',');
}

/** The sum of two amounts, in the notation of the first nonzero one. */
export function sum(a: Amount, b: Amount): Amount {
  return { ...(a.nanos === 0n ? b : a), nanos: a.nanos + b.nanos };
}

/** Amounts as comparable integers: in thousandths if all are small enough. */
export function comparable(...all: readonly (Amount | undefined)[]): readonly bigint[] {
  const units = all.map((amount) => ceiling(amount?.nanos ?? 0n, unit));
  return units.every((candidate) => candidate <= maxMilli)
    ? all.map((amount) => ceiling(amount?.nanos ?? 0n, milli))
    : units;
}

/** An amount rounded up to whole numbers. */
export function wholeAmount(amount: Amount): Amount {
  return { ...amount, nanos: ceiling(amount.nanos, unit) * unit };
}

function ceiling(value: bigint, size: bigint): bigint {
  return value <= 0n ? value / size : (value + size - 1n) / size;
}
