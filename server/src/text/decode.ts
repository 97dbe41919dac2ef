/** The text of a file, or why it is none. */
export type DecodedText =
  | { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' }
  | { readonly problem: string };

/**
 * The text of a file's bytes: UTF-8, or UTF-16 where a byte order mark or the zeros of its ASCII characters say so.
 * A byte order mark is dropped. Bytes that are not well-formed, and zeros, which no manifest holds, make it no text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 2, 1);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 2, 0);
  if (bytes.length >= 2 && bytes.length % 2 === 0) {
    if (bytes[0] !== 0 && bytes[1] === 0) return decodeUtf16(bytes, 0, 1);
    if (bytes[0] === 0 && bytes[1] !== 0) return decodeUtf16(bytes, 0, 0);
  }
  return decodeUtf8(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
}

/** How many units are turned into a string at once; more would not fit the arguments of a call. */
const chunkSize = 8192;

function decodeUtf16(bytes: Uint8Array, start: number, high: 0 | 1): DecodedText {
  const encoding = high === 1 ? 'utf-16le' : 'utf-16be';
  if ((bytes.length - start) % 2 !== 0) return { problem: 'it ends in the middle of a UTF-16 character' };
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = start; at < bytes.length; at += 2) {
    const unit = ((bytes[at + high] ?? 0) << 8) | (bytes[at + 1 - high] ?? 0);
    if (unit === 0) return { problem: 'it is a binary file' };
    units.push(unit);
    if (units.length === chunkSize) {
      parts.push(String.fromCharCode(...units));
      units = [];
    }
  }
  parts.push(String.fromCharCode(...units));
  const text = parts.join('');
  return /[\ud800-\udfff]/u.test(text) ? { problem: 'it is not well-formed UTF-16' } : { text, encoding };
}

function decodeUtf8(bytes: Uint8Array, start: number): DecodedText {
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = start; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead === 0) return { problem: 'it is a binary file' };
    if (lead < 0x80) {
      units.push(lead);
      at++;
    } else {
      const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
      const point = codePoint(bytes, at, length);
      if (point === undefined) return { problem: `it is not UTF-8: the byte at ${at} does not belong there` };
      if (point < 0x10000) units.push(point);
      else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
      at += length;
    }
    if (units.length >= chunkSize) {
      parts.push(String.fromCharCode(...units));
      units = [];
    }
  }
  parts.push(String.fromCharCode(...units));
  return { text: parts.join(''), encoding: 'utf-8' };
}

/** The smallest code point that may take so many bytes. */
const smallest = [0, 0, 0x80, 0x800, 0x10000];

/** The code point of a sequence of `length` bytes; undefined where it is not well-formed. */
function codePoint(bytes: Uint8Array, at: number, length: number): number | undefined {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) return undefined;
  let point = lead & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0;
    if ((next & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (next & 0x3f);
  }
  if (point < (smallest[length] ?? 0) || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return point;
}
