import { parseQuantity } from '../../../../formats/quantity.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go, validateContainerResourceDivisor.

const billionth = 1_000_000_000n;
const decimal = Array.from({ length: 7 }, (_, power) => billionth * 1000n ** BigInt(power));
const binary = Array.from({ length: 7 }, (_, power) => billionth * 1024n ** BigInt(power));
const cpu = [billionth / 1000n, billionth];
const sizes = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** The unit of a container's resource in the downward API. */
export function validateDivisor(resource: string, divisor: Value, errors: ErrorList): void {
  const text = String(divisor.scalar ?? '');
  const quantity = parseQuantity(text);
  if (!divisor.present || quantity === undefined || quantity.nanos === 0n) return;
  const refuse = (detail: string): void => errors.invalid(divisor, detail, resource);
  if (/^(limits|requests)\.cpu$/.test(resource)) {
    if (!cpu.includes(quantity.nanos)) refuse("only divisor's values 1m and 1 are supported with the cpu resource");
    return;
  }
  const named = /^(?:limits|requests)\.(memory|ephemeral-storage|hugepages-)/.exec(resource)?.[1];
  if (named === undefined) return;
  // A quantity keeps the notation it was written in, and only whole units of that notation are taken.
  const units = text.endsWith('i') ? binary : /[eE]\+?\d/.test(text) ? [billionth] : decimal;
  if (units.includes(quantity.nanos)) return;
  const name = named === 'memory' ? 'memory' : named === 'hugepages-' ? 'hugepages' : 'local ephemeral storage';
  refuse(`only divisor's values ${sizes} are supported with the ${name} resource`);
}
