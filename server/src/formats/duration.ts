const nanosecondsOf: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const largest = (1n << 63n) - 1n;
const part = /(\d*)(?:\.(\d*))?([^.\d]+)/y;

/**
 * The nanoseconds of a Go duration such as `1h30m` or `-1.5s`, like `time.ParseDuration`; undefined if Go refuses it:
 * no unit, an unknown unit, or more than 63 bits.
 */
export function parseDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  const digits = negative || text.startsWith('+') ? text.slice(1) : text;
  if (digits === '0') return 0n;
  if (digits === '') return undefined;
  let total = 0n;
  part.lastIndex = 0;
  while (part.lastIndex < digits.length) {
    const match = part.exec(digits);
    if (match === null) return undefined;
    const [, whole = '', fraction = '', name = ''] = match;
    const unit = nanosecondsOf.get(name);
    if (unit === undefined || (whole === '' && fraction === '')) return undefined;
    total += BigInt(whole === '' ? 0 : whole) * unit + fractionOf(fraction, unit);
    if (total > largest + 1n) return undefined;
  }
  if (negative) return -total;
  return total > largest ? undefined : total;
}

/** The fraction of a unit in nanoseconds. Go keeps 63 bits of it and multiplies in floating point. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    if (value > largest / 10n || value * 10n + BigInt(digit) > largest + 1n) break;
    value = value * 10n + BigInt(digit);
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** Nanoseconds as `Duration.String` of Go's `time` writes them: `1h30m0s`, `1.5s`, `100ms`, `0s`. */
export function formatDuration(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const rest = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (rest === 0n) return '0s';
  const second = 1_000_000_000n;
  if (rest < second) {
    const [name, unit] =
      rest < 1_000n
        ? (['ns', 1n] as const)
        : rest < 1_000_000n
          ? (['\u00b5s', 1_000n] as const)
          : (['ms', 1_000_000n] as const);
    return `${sign}${decimal(rest, unit)}${name}`;
  }
  const seconds = `${decimal(rest % (60n * second), second)}s`;
  const minutes = rest / (60n * second);
  if (minutes === 0n) return `${sign}${seconds}`;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`;
}

function decimal(value: bigint, unit: bigint): string {
  const digits = String(unit).length - 1;
  const fraction = String(value % unit)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return fraction === '' || digits === 0 ? String(value / unit) : `${value / unit}.${fraction}`;
}
