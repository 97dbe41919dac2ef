/** A Kubernetes quantity as a whole number of nano units, rounded away from zero as Kubernetes rounds. */
export interface Quantity {
  readonly nanos: bigint;
}

const parts = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;
const decimalExponents: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const binaryExponents: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

/** Beyond this a power of ten is larger than anything it could be compared with, or rounds up to one nano unit. */
const exponentLimit = 1_000;
const largestBinary = ((1n << 63n) - 1n) * 1_000_000_000n;

/** Whether `resource.ParseQuantity` (`k8s.io/apimachinery/pkg/api/resource`) reads the text. */
export function isQuantity(text: string): boolean {
  return parseQuantity(text) !== undefined;
}

/**
 * Reads a quantity as `resource.ParseQuantity` does: `100m`, `2Gi`, `1e3`, `.5`; undefined if it refuses. Like the
 * original it takes a missing number for 0 (`Mi`, `+`), but not where the slow path must read it as a decimal.
 */
export function parseQuantity(text: string): Quantity | undefined {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const quantity = parse(text);
  if (quantity !== undefined && text.length <= longestRemembered) {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(text, quantity);
  }
  return quantity;
}

/** Manifests repeat a few quantities many times: so many are remembered, no longer than that. */
const maxRemembered = 500;
const longestRemembered = 20;
const remembered = new Map<string, Quantity>();

function parse(text: string): Quantity | undefined {
  if (text === '') return undefined;
  const match = parts.exec(text);
  if (match === null) return undefined;
  const [, sign = '', written = '', fraction = '', suffix = ''] = match;
  const whole = written.replace(/^0+/, '');
  const nothing = written === '' && fraction === '';
  const binary = binaryExponents.get(suffix);
  const exponent = decimalExponents.get(suffix) ?? (binary === undefined ? decimalExponent(suffix) : 0);
  if (exponent === undefined) return undefined;
  // The slow path reads the number with inf.Dec, which wants a digit; binary fractions, scales below nano and the two
  // largest binary units go there.
  const slow = binary === undefined ? exponent - fraction.length < -9 : fraction !== '';
  if (nothing && (slow || (binary ?? 0) >= 50)) return undefined;
  const unscaled = BigInt(whole === '' && fraction === '' ? 0 : `${whole}${fraction}`);
  const nanos =
    binary === undefined
      ? scaled(unscaled, exponent - fraction.length + 9)
      : capped(scaled(unscaled << BigInt(binary), 9 - fraction.length));
  return { nanos: sign === '-' ? -nanos : nanos };
}

/** The white space of `strings.TrimSpace` that JSON does not write as an escape. */
const space =
  /^[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$/g;

/** Reads the text of a field that holds a quantity: `Quantity.UnmarshalJSON` leaves out white space around it. */
export function readQuantity(text: string): Quantity | undefined {
  return parseQuantity(text) ?? parseQuantity(text.replace(space, ''));
}

/** Less than, equal to or greater than 0 as `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}

/** The shortest exact form of a quantity, integers in binary units if possible: `2Gi`, `1500m`. */
export function formatQuantity({ nanos }: Quantity): string {
  let [value, suffix] = [nanos, 'n'];
  for (const next of ['u', 'm', '']) {
    if (value % 1_000n !== 0n) return `${value}${suffix}`;
    [value, suffix] = [value / 1_000n, next];
  }
  for (const next of binaryExponents.keys()) {
    if (value === 0n || value % 1_024n !== 0n) break;
    [value, suffix] = [value / 1_024n, next];
  }
  return `${value}${suffix}`;
}

/** How a quantity was written, which decides how the server writes it: `resource.Format`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The format of a text that `parseQuantity` reads. */
export function quantityFormat(text: string): QuantityFormat {
  const suffix = parts.exec(text.replace(space, ''))?.[4] ?? '';
  if (binaryExponents.has(suffix)) return 'BinarySI';
  return decimalExponents.has(suffix) ? 'DecimalSI' : 'DecimalExponent';
}

/**
 * A quantity as the server writes it: `0.5` is `500m`, `1024Mi` is `1Gi`.
 * Source: `Quantity.CanonicalizeBytes` in `k8s.io/apimachinery/pkg/api/resource`.
 */
export function canonicalQuantity({ nanos }: Quantity, format: QuantityFormat): string {
  const size = nanos < 0n ? -nanos : nanos;
  const isBinary = format === 'BinarySI' && size >= 1_024n * 1_000_000_000n && nanos % 1_000_000_000n === 0n;
  if (nanos === 0n) return '0';
  if (isBinary) {
    const [value, index] = divided(nanos / 1_000_000_000n, 1_024n, binaryExponents.size);
    return `${value}${['', ...binaryExponents.keys()][index] ?? ''}`;
  }
  const [value, index] = divided(nanos, 1_000n, decimalExponents.size - 1);
  const [suffix = '', exponent = 0] = [...decimalExponents][index] ?? [];
  if (format !== 'DecimalExponent') return `${value}${suffix}`;
  return exponent === 0 ? `${value}` : `${value}e${exponent}`;
}

/** A number without the factors of a base, at most this many of them, and their number. */
function divided(number: bigint, base: bigint, max: number): readonly [bigint, number] {
  let [value, times] = [number, 0];
  while (times < max && value % base === 0n) [value, times] = [value / base, times + 1];
  return [value, times];
}

function decimalExponent(suffix: string): number | undefined {
  if (!/^[eE][+-]?\d+$/.test(suffix)) return undefined;
  const value = BigInt(suffix.slice(1).replace(/^\+/, ''));
  return value >= -(1n << 63n) && value < 1n << 63n ? Number(BigInt.asIntN(32, value)) : undefined;
}

function scaled(unscaled: bigint, exponent: number): bigint {
  if (unscaled === 0n) return 0n;
  if (exponent >= 0) return unscaled * 10n ** BigInt(Math.min(exponent, exponentLimit));
  if (-exponent > exponentLimit) return 1n;
  const divisor = 10n ** BigInt(-exponent);
  return (unscaled + divisor - 1n) / divisor;
}

function capped(nanos: bigint): bigint {
  return nanos > largestBinary ? largestBinary : nanos;
}
