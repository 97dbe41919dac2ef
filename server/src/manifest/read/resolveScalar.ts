import type { ScalarValue } from '../node.ts';

/**
 * The value of a plain scalar without a tag, as `sigs.k8s.io/yaml` sees it: the rules of `resolve.go` in
 * go.yaml.in/yaml/v2 (YAML 1.1 booleans; Go's integer literals with `_`, `0x`, `0o`, `0b` and a leading `0` for octal;
 * no sexagesimal numbers; timestamps stay strings), then JSON. Not-a-number and the infinities, which JSON cannot
 * hold, come out as numbers and are for the caller to refuse.
 */
export function resolvePlain(source: string): ScalarValue {
  if (source === '') return null;
  const first = source.charCodeAt(0);
  if (isDigit(first)) return resolveNumber(source) ?? source;
  if (first === 43 || first === 45) return special(source) ?? resolveNumber(source) ?? source;
  if (first === 46) return special(source) ?? parseGoFloat(source) ?? source;
  if (source.length > 5 || wordStarts[first] !== 1) return source;
  const word = words.get(source);
  return word === undefined ? source : word;
}

/**
 * The value of a scalar with a tag, as go-yaml resolves it: `!!str` keeps the text, the other types of YAML's core
 * must fit, and any other tag is ignored and makes a string. Undefined where go-yaml refuses.
 */
export function resolveTagged(tag: string, text: string): ScalarValue | undefined {
  const type = tag.startsWith(longTag) ? tag.slice(longTag.length) : undefined;
  if (type === 'binary') return decodeBase64(text);
  if (type === 'null' && (text === '' || words.get(text) === null)) return null;
  if (type === undefined || !checkedTypes.has(type)) return text;
  const value = resolvePlain(text);
  if (type === 'timestamp') return isTimestamp(text) ? text : undefined;
  if (type === 'bool') return typeof value === 'boolean' ? value : undefined;
  if (type === 'null') return undefined;
  if (typeof value === 'bigint') return type === 'int' ? value : Number(value);
  if (typeof value !== 'number') return undefined;
  return type === 'float' || isInt(text) ? value : undefined;
}

const longTag = 'tag:yaml.org,2002:';
const checkedTypes: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'null', 'timestamp']);

function isInt(text: string): boolean {
  return parseGoInt(text.replaceAll('_', '')) !== undefined;
}

/** Whether go-yaml reads it as a timestamp (`parseTimestamp`), by the ranges of its fields. */
function isTimestamp(text: string): boolean {
  const date =
    /^\d{4}-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?))?$/;
  const match = date.exec(text);
  if (match === null) return false;
  const [month, day, hour, minute, second] = [
    match[1],
    match[2],
    match[3] ?? match[6],
    match[4] ?? match[7],
    match[5] ?? match[8],
  ].map((part) => Number(part ?? 0));
  if (month === undefined || day === undefined || hour === undefined || minute === undefined || second === undefined)
    return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The text that `!!binary` holds, or undefined if it is no padded base64. Bytes that are no UTF-8 become U+FFFD, as Go's JSON writes them. */
function decodeBase64(text: string): string | undefined {
  const clean = text.replace(/[\r\n]/g, '');
  if (clean.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(clean)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of clean.replace(/=+$/, '')) {
    held = ((held << 6) | base64.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return String.fromCharCode(...bytes.map((byte) => (byte < 128 ? byte : 0xfffd)));
  }
}

/** Special values that begin with a sign or a dot. */
function special(source: string): number | undefined {
  const value = source.length <= 5 ? words.get(source) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** The key that a resolved scalar makes in a JSON object (`convertToJSONableObject` in sigs.k8s.io/yaml); null makes none. */
export function keyOf(value: ScalarValue): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return undefined;
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return String(value);
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return String(value);
}

const words = new Map<string, ScalarValue>();
for (const word of ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']) words.set(word, true);
for (const word of ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']) words.set(word, false);
for (const word of ['~', 'null', 'Null', 'NULL']) words.set(word, null);
for (const word of ['.nan', '.NaN', '.NAN']) words.set(word, Number.NaN);
for (const word of ['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF']) words.set(word, Number.POSITIVE_INFINITY);
for (const word of ['-.inf', '-.Inf', '-.INF']) words.set(word, Number.NEGATIVE_INFINITY);

/** By character code, 1 for each that begins a keyword: most texts need no look-up. */
const wordStarts = new Uint8Array(128);
for (const word of words.keys()) wordStarts[word.charCodeAt(0)] = 1;

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** An integer or float, or undefined where go-yaml keeps a string. */
function resolveNumber(source: string): number | bigint | undefined {
  if (source.length <= 9 && isDecimal(source)) return Number(source);
  if (!/^[-+0-9._eExXoObBa-fA-F]+$/.test(source)) return undefined;
  const plain = source.includes('_') ? source.replaceAll('_', '') : source;
  const int = parseGoInt(plain);
  if (int !== undefined) return int;
  if (/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(plain)) {
    const float = Number(plain);
    return Number.isFinite(float) ? float : undefined;
  }
  return undefined;
}

/** Only digits, and no leading zero. */
function isDecimal(source: string): boolean {
  if (source.charCodeAt(0) === 48) return source.length === 1;
  for (let i = 0; i < source.length; i++) if (!isDigit(source.charCodeAt(i))) return false;
  return true;
}

const int64Min = -(2n ** 63n);
const uint64Max = 2n ** 64n - 1n;

/** `strconv.ParseInt(text, 0, 64)`, or `ParseUint`, on a text without underscores. */
function parseGoInt(text: string): number | bigint | undefined {
  const match = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+)|([1-9][0-9]*|0))$/.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, octal, binary, decimal] = match;
  const magnitude = BigInt(
    hex !== undefined
      ? `0x${hex}`
      : octal !== undefined
        ? `0o${octal}`
        : binary !== undefined
          ? `0b${binary}`
          : (decimal ?? '0'),
  );
  const value = sign === '-' ? -magnitude : magnitude;
  if (value < int64Min || value > uint64Max) return undefined;
  if (sign === '+' && value >= 2n ** 63n) return undefined;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** `strconv.ParseFloat(text, 64)` on a text that begins with a dot. */
function parseGoFloat(text: string): number | undefined {
  if (!/^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(text)) return undefined;
  const float = Number(text);
  return Number.isFinite(float) ? float : undefined;
}
