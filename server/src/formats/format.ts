/**
 * Tests a string against a format. The result is why it does not have it, in the API server's words; empty when it does.
 * Lengths count UTF-8 bytes, as Go's `len` does.
 */
export type Format = (text: string) => readonly string[];

/** The length of a string in UTF-8 bytes, like Go's `len`. */
export function byteLength(text: string): number {
  let bytes = text.length;
  // Few texts have a character of more than one byte, and looking for one is much quicker than counting.
  if (!/[\u0080-\uffff]/.test(text)) return bytes;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes++;
    // A surrogate pair is two units here and four bytes there: one byte more for each of its units.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes++;
  }
  return bytes;
}

/** The maximum number of bytes per UTF-16 unit. */
const bytesOfUnit = 3;

/** Whether a text has more than `limit` UTF-8 bytes. Most are too short to need counting. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit || (text.length * bytesOfUnit > limit && byteLength(text) > limit);
}

/** Whether texts have more than `limit` UTF-8 bytes together. */
export function areLonger(texts: readonly string[], limit: number): boolean {
  let units = 0;
  for (const text of texts) units += text.length;
  if (units > limit || units * bytesOfUnit <= limit) return units > limit;
  return texts.reduce((bytes, text) => bytes + byteLength(text), 0) > limit;
}

/** Too long by UTF-8 bytes; `unit` is the word the server uses at that place. */
export function tooLong(limit: number, unit: 'bytes' | 'characters' = 'bytes'): string {
  return `must be no more than ${limit} ${unit}`;
}

/** The server's sentence for a pattern that did not match. */
export function mismatch(rule: string, pattern: string, ...examples: readonly string[]): string {
  const like = examples.length === 0 ? '(' : `(e.g. ${examples.map((example) => `'${example}', `).join(' or ')}`;
  return `${rule} ${like}regex used for validation is '${pattern}')`;
}

/** The server's sentence for a number outside its range. */
export function outOfRange(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}
