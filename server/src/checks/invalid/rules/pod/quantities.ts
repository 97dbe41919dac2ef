import { compareQuantities, parseQuantity, type Quantity, readQuantity } from '../../../../formats/quantity.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isIntegerResource } from './resourceNames.ts';

const none: Quantity = { nanos: 0n };
const unit = 1_000_000_000n;

/** The quantity at a value; undefined when absent or not to be read. */
export function quantityAt(value: Value): Quantity | undefined {
  const { scalar } = value;
  return typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'bigint'
    ? readQuantity(String(scalar))
    : undefined;
}

/**
 * Less than, equal to or greater than 0 as the first quantity of a map is to the second; `null` in a map is 0.
 * Undefined if one cannot be read.
 */
export function compareAt(a: Value, b: Value): number | undefined {
  const [left, right] = [a, b].map((value) => (value.present ? quantityAt(value) : none));
  return left === undefined || right === undefined ? undefined : compareQuantities(left, right);
}

/** A quantity must be 0 or more: `ValidateNonnegativeQuantity`. */
export function validateNonNegativeQuantity(value: Value, errors: ErrorList): void {
  if (compareQuantities(quantityAt(value) ?? none, none) < 0) {
    errors.invalid(value, 'must be greater than or equal to 0');
  }
}

/** A quantity must be more than 0, and an absent one is 0: `ValidatePositiveQuantityValue`. */
export function validatePositiveQuantity(value: Value, errors: ErrorList): void {
  if (compareQuantities(quantityAt(value) ?? none, none) <= 0) errors.invalid(value, 'must be greater than zero');
}

/** The amount of a resource: `ValidateResourceQuantityValue`. */
export function validateAmount(resource: string, value: Value, errors: ErrorList): void {
  validateNonNegativeQuantity(value, errors);
  const nanos = quantityAt(value)?.nanos;
  // Amounts are rounded up to thousandths before validation.
  if (isIntegerResource(resource) && nanos !== undefined && nanos % unit !== 0n) {
    errors.invalid(value, 'must be an integer');
  }
}

/** Whether the amount of huge pages is a whole number of pages: `IsHugePageResourceValueDivisible`. */
export function isWholePages(resource: string, value: Value): boolean {
  const page = parseQuantity(resource.slice('hugepages-'.length));
  const amount = quantityAt(value);
  if (amount === undefined) return true;
  if (page === undefined || page.nanos <= 0n || page.nanos % unit !== 0n) return false;
  // Amounts are rounded up to whole pieces, away from 0.
  const pieces = (amount.nanos + (amount.nanos < 0n ? 1n - unit : unit - 1n)) / unit;
  return pieces % (page.nanos / unit) === 0n;
}
