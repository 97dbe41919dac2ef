/** Values by their keys, both in the order in which they come: a `Map` that has several values for a key. */
export function grouped<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) {
    const values = groups.get(key);
    if (values === undefined) groups.set(key, [value]);
    else values.push(value);
  }
  return groups;
}
