import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { quantityAt } from '../pod/quantities.ts';

// Source: pkg/apis/resource/validation/validation.go, validateRequestPolicyRange and validateRequestPolicyRangeStep.

/** The parts of a range of amounts; `fallback` is the default amount, as the range reports it. */
export interface RequestRange {
  readonly min: Value;
  readonly max: Value;
  readonly step: Value;
  readonly fallback: Value;
  readonly capacity: Value;
}

const unit = 1_000_000_000n;
const thousandth = unit / 1_000n;
const largest = (1n << 63n) - 1n;

/** The default and the largest amount must be whole steps from the least; the server counts in whole units or thousandths. */
export function validateSteps(range: RequestRange, errors: ErrorList): void {
  const { min, max, step, fallback, capacity } = range;
  const parts = [fallback, min, max, step].filter((part) => part.present);
  const isFine = errors.gate('DRAFractionalCapacityRange') && parts.some((part) => nanos(part) % unit !== 0n);
  if (isFine) {
    const odd = parts.filter((part) => nanos(part) % thousandth !== 0n);
    for (const part of odd) errors.invalid(part, 'value cannot be represented as a milli value');
    if (odd.length > 0) return;
  }
  if (!step.present) return;
  const isGuarded = errors.has('request-range-default-apart');
  if (nanos(step) <= 0n) {
    // Older binaries fail on it in other ways.
    if (isGuarded) errors.invalid(step, 'must be greater than zero');
    return;
  }
  if (capacity.present && nanos(min) + nanos(step) > nanos(capacity)) {
    errors.invalid(step, 'one step is larger than capacity value');
  }
  const unsafe = isFine ? [] : parts.filter((part) => nanos(part) < 0n || nanos(part) > largest * unit);
  if (isGuarded) {
    for (const part of unsafe) {
      errors.invalid(
        part,
        nanos(part) < 0n ? 'must be greater than or equal to 0' : `must not be larger than ${largest}`,
      );
    }
  }
  if (unsafe.length > 0) return;
  const scale = isFine ? thousandth : unit;
  for (const amount of [fallback, max]) {
    if (!amount.present || (rounded(amount, scale) - rounded(min, scale)) % rounded(step, scale) === 0n) continue;
    const why = `value is not a multiple of a given step (${String(step.scalar)}) from (${String(min.scalar)})`;
    errors.invalid(amount.reportedAt(step), why);
  }
}

function nanos(value: Value): bigint {
  return quantityAt(value)?.nanos ?? 0n;
}

/** `Quantity.Value` and `Quantity.MilliValue` round up; only amounts of 0 and more come here. */
function rounded(value: Value, scale: bigint): bigint {
  return (nanos(value) + scale - 1n) / scale;
}
