/**
 * Whether a value that YAML has read as a number reaches Go's decoder as a whole number of so many bits. Go reads the
 * JSON text with `strconv.ParseInt`, so it matters how `encoding/json` writes a YAML float: `1e3` and `1.0` come out
 * without a point, while from 1e21 on the text has an exponent and is refused like `1.5`.
 */
export function isWholeNumber(value: unknown, bits: 8 | 32 | 64): boolean {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return false;
    if (bits === 32) return value >= -2147483648 && value <= 2147483647;
    if (bits === 8) return value >= 0 && value <= 255;
    return Number.isSafeInteger(value) || (value >= -(2 ** 63) && value < 2 ** 63);
  }
  return typeof value === 'bigint' && bits === 64 && BigInt.asIntN(64, value) === value;
}
