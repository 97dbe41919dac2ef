/** Groups values by key, both in order of first occurrence. */
export function grouped<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) {
    const values = groups.get(key);
    if (values === undefined) groups.set(key, [value]);
    else values.push(value);
  }
  return groups;
}
