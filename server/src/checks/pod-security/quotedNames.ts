/** Words in double quotes, as the server lists them. Source: k8s.io/pod-security-admission policy/helpers.go. */
export function joinQuote(items: readonly string[]): string {
  return items.map((item) => `"${item}"`).join(', ');
}

/** The word for one or for several. */
export function pluralize(singular: string, plural: string, count: number): string {
  return count === 1 ? singular : plural;
}

/** Containers by their names: `containers "a", "b"`. */
export function containerWords(names: readonly string[]): string {
  return `${pluralize('container', 'containers', names.length)} ${joinQuote(names)}`;
}

/** Each once, in the order of Go's sets. */
export function sorted(all: readonly string[]): readonly string[] {
  return [...new Set(all)].sort();
}

/** The present values. */
export function values<T>(...all: readonly (T | undefined)[]): readonly T[] {
  return all.flatMap((nonNullable) => (nonNullable === undefined ? [] : [nonNullable]));
}
