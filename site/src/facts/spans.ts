import type { Span } from './kindPage.ts';

/** The spans of releases that are marked. */
export function spansOf(marks: readonly boolean[]): readonly Span[] {
  const spans: Span[] = [];
  for (let first = marks.indexOf(true); first >= 0; ) {
    const end = marks.indexOf(false, first);
    spans.push([first, end < 0 ? marks.length - 1 : end - 1]);
    first = end < 0 ? -1 : marks.indexOf(true, end);
  }
  return spans;
}

/** The intersection of two lists of spans. The same list if the other contains it. */
export function sharedSpans(left: readonly Span[], right: readonly Span[]): readonly Span[] {
  if (left === right) return left;
  const shared = left.flatMap(([first, last]) =>
    right.flatMap(([from, to]): readonly Span[] => {
      const span: Span = [Math.max(first, from), Math.min(last, to)];
      return span[0] <= span[1] ? [span] : [];
    }),
  );
  return sameSpans(shared, left) ? left : shared;
}

/** Whether two lists of spans hold the same releases. */
export function sameSpans(left: readonly Span[], right: readonly Span[]): boolean {
  if (left === right) return true;
  return (
    left.length === right.length &&
    left.every(([first, last], index) => first === right[index]?.[0] && last === right[index]?.[1])
  );
}

/** Whether one of the spans has a release. */
export function hasRelease(spans: readonly Span[], release: number): boolean {
  return spans.some(([first, last]) => first <= release && release <= last);
}

/** `1.9 – 1.21, 1.24 on`: spans for display. A span up to the newest release has no end. */
export function spansText(spans: readonly Span[], releases: readonly string[]): string {
  return spans
    .map(([first, last]) => {
      const from = releases[first] ?? '';
      if (last === releases.length - 1) return `${from} on`;
      return first === last ? from : `${from} – ${releases[last] ?? ''}`;
    })
    .join(', ');
}
