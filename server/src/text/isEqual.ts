/** Whether two values of plain data, which may have maps and sets, are equal. Functions are equal if they are the same. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areEqual(a, b);
  // The order counts, as it does in arrays.
  if (a instanceof Map || b instanceof Map) return a instanceof Map && b instanceof Map && areEqual([...a], [...b]);
  if (a instanceof Set || b instanceof Set) return a instanceof Set && b instanceof Set && areEqual([...a], [...b]);
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)));
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
}
