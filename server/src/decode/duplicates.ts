import type { MapEntry } from '../manifest/node.ts';

/** Up to this many entries, pairwise comparison is faster than hashing. */
const fewEntries = 12;

/** Whether a key is written more than once. Allocates nothing for maps of a few entries. */
export function hasDuplicates(entries: readonly MapEntry[]): boolean {
  const count = entries.length;
  if (count > fewEntries) return new Set(entries.map(({ key }) => key)).size < count;
  for (let i = 1; i < count; i++) {
    const key = entries[i]?.key;
    for (let j = 0; j < i; j++) if (entries[j]?.key === key) return true;
  }
  return false;
}

/** The effective entries: the last one of each key, in the order of the text. */
export function lastEntries(entries: readonly MapEntry[]): MapEntry[] {
  const last = new Map<string, MapEntry>();
  for (const entry of entries) last.set(entry.key, entry);
  return entries.filter((entry) => last.get(entry.key) === entry);
}

/** Every repeated occurrence of a key, with the first one. */
export function* repeated(entries: readonly MapEntry[]): Generator<{ entry: MapEntry; first: MapEntry }> {
  const firstEntries = new Map<string, MapEntry>();
  for (const entry of entries) {
    const first = firstEntries.get(entry.key);
    if (first === undefined) firstEntries.set(entry.key, entry);
    else yield { entry, first };
  }
}
