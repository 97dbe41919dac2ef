/**
 * The candidates closest to a misspelt word, closest first, ignoring case. The maximum distance in edits is a
 * third of the word's length, but at least one and at most three. At most `limit` candidates; empty if none is near.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const wanted = word.toLowerCase();
  const maxDistance = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === word) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, limit).map(({ candidate }) => candidate);
}

/**
 * The number of insertions, deletions, replacements or swaps of neighbours that turn one word into the other (optimal
 * string alignment distance). Returns `maxDistance + 1` if it is larger than `maxDistance`.
 */
export function editDistance(left: string, right: string, maxDistance = Number.POSITIVE_INFINITY): number {
  if (Math.abs(left.length - right.length) > maxDistance) return maxDistance + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > maxDistance) return maxDistance + 1;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

/** `"a"`, `"a" or "b"`, `"a", "b" or "c"`: alternatives in a message. */
export function quotedChoice(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}
