/** Characters that terminals draw two cells wide (Unicode East Asian Width W and F, and emoji). */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const asciiOnly = /^[\x20-\x7E]*$/;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** The number of terminal cells of a text. Control characters count as one; callers replace them first. */
export function displayWidth(text: string): number {
  if (asciiOnly.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += invisible.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** The text padded with spaces to `width` terminal cells. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * The text with every control character, tabs included, replaced by one printable character. Log commands of CI systems
 * are made ineffective: `##[` and `##vso[` anywhere, `::error::` at the start. Text from manifests must not control
 * terminals or log readers.
 */
export function printable(text: string): string {
  const shown = asciiOnly.test(text)
    ? text
    : text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (control) => (control === '\t' ? ' ' : '\uFFFD'));
  const safe = shown.includes('##') ? shown.replace(/##(?=\[|vso\[)/gi, '#\uFFFD') : shown;
  return safe.includes('::') ? safe.replace(/^(\s*):(?=:[a-z][\w-]*(?:\s.*)?::)/i, '$1\uFFFD') : safe;
}
