/** The value of a key in a map; computed and kept if there is none, as by `Map.prototype.getOrInsertComputed`. */
export function getOrInsertComputed<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: () => NoInfer<Value>,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}
