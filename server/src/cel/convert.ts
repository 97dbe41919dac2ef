import { parseDuration } from '../formats/duration.ts';
import { formatIp } from '../formats/ip.ts';
import { utf8 } from './literals.ts';
import { parseTimestamp, secondsOf, timestampOfSeconds } from './time.ts';
import { type CelValue, intMax, intMin, uintMax } from './values.ts';

/** The functions that convert a value to a type named like them. */
export type Conversion = 'bool' | 'bytes' | 'double' | 'duration' | 'int' | 'string' | 'timestamp' | 'uint';

const names = new Set<string>(['bool', 'bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint']);

/** Whether a function is one of the conversions. */
export function isConversion(name: string): name is Conversion {
  return names.has(name);
}

/** The result of a conversion; undefined for an error. Source: cel-go common/types, ConvertToType. */
export function convert(to: Conversion, value: CelValue): CelValue | undefined {
  if (value.type === to) return value;
  switch (to) {
    case 'bool':
      return value.type === 'string' ? toBool(value.value) : undefined;
    case 'bytes':
      return value.type === 'string' ? { type: 'bytes', value: utf8(value.value) } : undefined;
    case 'double':
      return toDouble(value);
    case 'duration': {
      const nanoseconds = value.type === 'string' ? parseDuration(value.value) : undefined;
      return nanoseconds === undefined ? undefined : { type: 'duration', value: nanoseconds };
    }
    case 'int':
      return whole('int', value, intMin, intMax);
    case 'uint':
      return whole('uint', value, 0n, uintMax);
    case 'string':
      return toText(value);
    case 'timestamp': {
      const time = timeOf(value);
      return time === undefined ? undefined : { type: 'timestamp', value: time };
    }
  }
}

function toBool(text: string): CelValue | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return { type: 'bool', value: true };
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return { type: 'bool', value: false };
  return undefined;
}

function toDouble(value: CelValue): CelValue | undefined {
  if (value.type === 'int' || value.type === 'uint') return { type: 'double', value: Number(value.value) };
  if (value.type !== 'string') return undefined;
  const number = parseFloatLikeGo(value.value);
  return number === undefined ? undefined : { type: 'double', value: number };
}

/**
 * `strconv.ParseFloat`, without its hexadecimal forms: those count as errors, since they are not used in expressions.
 */
function parseFloatLikeGo(text: string): number | undefined {
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function whole(type: 'int' | 'uint', value: CelValue, min: bigint, max: bigint): CelValue | undefined {
  const number = wholeOf(type, value);
  return number === undefined || number < min || number > max ? undefined : { type, value: number };
}

function wholeOf(type: 'int' | 'uint', value: CelValue): bigint | undefined {
  switch (value.type) {
    case 'int':
    case 'uint':
      return value.value;
    case 'double':
      // The limits themselves are out of range: a double next to them may have been rounded.
      if (!Number.isFinite(value.value)) return undefined;
      if (type === 'int' && Math.abs(value.value) >= 2 ** 63) return undefined;
      return value.value >= 2 ** 64 || (value.value < 0 && type === 'uint')
        ? undefined
        : BigInt(Math.trunc(value.value));
    case 'string':
      return (type === 'int' ? /^[+-]?\d+$/ : /^\d+$/).test(value.value)
        ? BigInt(value.value.replace('+', ''))
        : undefined;
    case 'timestamp':
      return type === 'int' ? secondsOf(value.value) : undefined;
    case 'duration':
      return type === 'int' ? value.value : undefined;
    default:
      return undefined;
  }
}

function timeOf(value: CelValue): bigint | undefined {
  if (value.type === 'string') return parseTimestamp(value.value);
  return value.type === 'int' ? timestampOfSeconds(value.value) : undefined;
}

function toText(value: CelValue): CelValue | undefined {
  switch (value.type) {
    case 'bool':
    case 'int':
    case 'uint':
      return { type: 'string', value: String(value.value) };
    case 'double':
      return { type: 'string', value: showDouble(value.value) };
    case 'bytes': {
      const text = fromUtf8(value.value);
      return text === undefined ? undefined : { type: 'string', value: text };
    }
    case 'duration':
      return { type: 'string', value: showDuration(value.value) };
    case 'timestamp':
      return { type: 'string', value: showTimestamp(value.value) };
    case 'ip':
      return { type: 'string', value: formatIp(value.value) };
    case 'cidr':
      return { type: 'string', value: `${formatIp(value.value)}/${value.prefix}` };
    default:
      return undefined;
  }
}

/** Go's `%g`: the fewest digits that identify the number, with an exponent from a million on and below 0.0001. */
function showDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const [mantissa = '0', exponent = '+0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (Object.is(value, -0)) return '-0';
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${exponent.startsWith('-') ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function fromUtf8(bytes: readonly number[]): string | undefined {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return undefined;
  }
}

/** Seconds with their fraction and an `s`, as cel-go writes durations. */
function showDuration(nanoseconds: bigint): string {
  const absolute = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  return `${nanoseconds < 0n ? '-' : ''}${absolute / 1_000_000_000n}${fraction(absolute % 1_000_000_000n)}s`;
}

function showTimestamp(nanoseconds: bigint): string {
  const seconds = secondsOf(nanoseconds);
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${date}${fraction(nanoseconds - seconds * 1_000_000_000n)}Z`;
}

function fraction(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '';
  return `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`;
}
