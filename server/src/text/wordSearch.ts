/**
 * A search for any of several words: one pass over a text for all of them, where `includes` needs one each. Decides
 * before a text is read, so every file of a workspace passes through it.
 */
export function wordSearch(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false;
  const pattern = new RegExp([...new Set(words)].map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'));
  return (text) => pattern.test(text);
}
