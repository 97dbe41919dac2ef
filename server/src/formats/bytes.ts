const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(128).fill(-1);
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;

/**
 * The bytes of base64 as Go's `base64.StdEncoding` decodes it, line breaks left out; undefined for what is none. For
 * texts that are long.
 */
export function base64Bytes(text: string): Uint8Array | undefined {
  const bare = text.replace(/[\r\n]/g, '');
  if (bare.length % 4 !== 0) return undefined;
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((bare.length / 4) * 3);
  let length = 0;
  let bits = 0;
  for (let at = 0; at < bare.length - padding; at++) {
    const code = bare.charCodeAt(at);
    const value = code < 128 ? (values[code] ?? -1) : -1;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    if (at % 4 === 3) {
      bytes[length++] = bits >> 16;
      bytes[length++] = bits >> 8;
      bytes[length++] = bits;
    }
  }
  if (padding === 1) {
    bytes[length++] = bits >> 10;
    bytes[length++] = bits >> 2;
  }
  if (padding === 2) bytes[length++] = bits >> 4;
  return bytes.subarray(0, length);
}

/** Bytes as base64 in the standard alphabet, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number) => alphabet.charAt((bits >> shift) & 63);
    parts.push(digit(18), digit(12), b === undefined ? '=' : digit(6), c === undefined ? '=' : digit(0));
  }
  return parts.join('');
}

/** Bytes read as UTF-8; what is none becomes the replacement character. */
export function utf8Text(bytes: Uint8Array): string {
  const parts: string[] = [];
  let points: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    let point = size === 1 ? first : first & (0x7f >> size);
    let read = 1;
    for (; read < size && ((bytes[at + read] ?? 0) & 0xc0) === 0x80; read++) {
      point = (point << 6) | ((bytes[at + read] ?? 0) & 0x3f);
    }
    points.push(read === size && point <= 0x10ffff ? point : 0xfffd);
    at += Math.max(1, read);
    if (points.length < 4096) continue;
    parts.push(String.fromCodePoint(...points));
    points = [];
  }
  parts.push(String.fromCodePoint(...points));
  return parts.join('');
}

/** A text as UTF-8. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), ...[12, 6, 0].map((shift) => 0x80 | ((point >> shift) & 63)));
  }
  return Uint8Array.from(bytes);
}
