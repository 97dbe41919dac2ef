/** Calls `make` on first use and returns its result from then on. */
export function lazily<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
