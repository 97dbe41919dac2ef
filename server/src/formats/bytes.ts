import { strToU8 } from 'fflate';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(128).fill(-1);
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;

/**
 * The bytes of base64 as decoded by Go's `base64.StdEncoding`, ignoring line breaks; undefined if invalid. For long
 * texts.
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

/** A text as padded base64 of its UTF-8 bytes, in one line. */
export function textToBase64(text: string): string {
  return toBase64(strToU8(text));
}
