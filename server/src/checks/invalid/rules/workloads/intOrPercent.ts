import { percent } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/apps/validation/validation.go.

/** A number of 0 or more, or a percentage: `ValidatePositiveIntOrPercent`. */
export function validateIntOrPercent(value: Value, errors: ErrorList): void {
  if (typeof value.scalar === 'string') errors.invalid(value, percent(value.scalar));
  else errors.nonNegative(value);
}

/** A percentage may not exceed 100: `IsNotMoreThan100Percent`. */
export function validateAtMostAll(value: Value, errors: ErrorList): void {
  if (typeof value.scalar !== 'string' || percent(value.scalar).length > 0) return;
  if (Number.parseInt(value.scalar, 10) > 100) errors.invalid(value, 'must not be greater than 100%');
}

/** The number, or that of the percentage, 0 for other texts; `fallback` is the default: `getIntOrPercentValue`. */
export function intOrPercent(value: Value, fallback: number): number {
  const { scalar } = value;
  if (scalar === undefined) return fallback;
  if (typeof scalar !== 'string') return value.number ?? 0;
  return /^([+-]?\d+|\d+%)$/.test(scalar) ? Number.parseInt(scalar, 10) : 0;
}
