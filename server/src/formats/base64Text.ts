const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The decoded length of a base64 text in bytes, ignoring line breaks. */
export function decodedLength(text: string): number {
  const bare = text.replace(/[\r\n]/g, '');
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  return Math.max(0, (bare.length / 4) * 3 - padding);
}

/** The decoded base64 text as UTF-8; invalid bytes become the replacement character. */
export function decodeText(text: string): string {
  return decodeUtf8(decodeBytes(text));
}

/** The decoded bytes of a base64 text; invalid characters count as zero bits. */
export function decodeBytes(text: string): readonly number[] {
  const bare = text.replace(/[\r\n=]/g, '');
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of bare) {
    bits = ((bits << 6) | Math.max(0, alphabet.indexOf(character))) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return bytes;
}

function decodeUtf8(bytes: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i] ?? 0;
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    const rest = bytes.slice(i + 1, i + length);
    if (length === 0 || rest.length < length - 1 || rest.some((byte) => (byte & 0xc0) !== 0x80)) {
      parts.push('\ufffd');
      i++;
      continue;
    }
    const code = rest.reduce(
      (value, byte) => (value << 6) | (byte & 0x3f),
      length === 1 ? first : first & (0x7f >> length),
    );
    parts.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
    i += length;
  }
  return parts.join('');
}
