import { formatQuantity, readQuantity } from '../../../formats/quantity.ts';
import { formatPath } from '../../../text/fieldPath.ts';
import type { Value } from '../../value.ts';
import { type EmitWarning, quoted } from '../rule.ts';

/** The quantity at a place, written as text or as a number. */
export function quantityOf(at: Value) {
  const { scalar } = at;
  if (typeof scalar === 'string') return readQuantity(scalar);
  return typeof scalar === 'number' || typeof scalar === 'bigint' ? readQuantity(String(scalar)) : undefined;
}

/** Fractional bytes, such as `memory: 100m`, a tenth of a byte. */
export function warnAboutFractionalBytes(at: Value, warn: EmitWarning, path = formatPath(at.path)): void {
  const quantity = quantityOf(at);
  if (quantity === undefined) return;
  // MilliValue rounds up to whole thousandths.
  const { nanos } = quantity;
  const millis = nanos >= 0n ? (nanos + 999_999n) / 1_000_000n : -((-nanos + 999_999n) / 1_000_000n);
  if (millis % 1_000n !== 0n) {
    warn(
      at,
      `${path}: fractional byte value ${quoted(formatQuantity({ nanos: millis * 1_000_000n }))} is invalid, must be an integer`,
      'Use the suffix M or Mi for millions of bytes; m means thousandths.',
    );
  }
}

/** Memory and ephemeral storage of a list of resources. */
export function warnAboutFractionalResources(resources: Value, warn: EmitWarning): void {
  for (const name of ['memory', 'ephemeral-storage']) warnAboutFractionalBytes(resources.entry(name), warn);
}
