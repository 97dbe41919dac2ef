import { factMinor } from '../../../server/src/targets/version.ts';

/** Lists of spans as the facts write them: `1.28-` since then, `1.16-1.20` with both ends. */
export type Spans = readonly string[];

/** The spans of something in the release of a minor: an ended one starts again. */
export function withMinor(spans: Spans, minor: string): Spans {
  return spans.at(-1)?.endsWith('-') === true ? spans : [...spans, `${minor}-`];
}

/** The spans of something missing in the release of a minor. */
export function withoutMinor(spans: Spans, minor: string): Spans {
  const last = spans.at(-1);
  return last?.endsWith('-') === true ? [...spans.slice(0, -1), `${last}${previousMinor(minor)}`] : spans;
}

/** The spans before the newest minor was added. */
export function spansBefore(spans: Spans, minor: string): Spans {
  const kept = spans.filter((span) => !span.startsWith(`${minor}-`));
  return kept.map((span) => (span.endsWith(`-${previousMinor(minor)}`) ? span.slice(0, span.indexOf('-') + 1) : span));
}

/** `1.36` for `1.37`. */
export function previousMinor(minor: string): string {
  return `1.${factMinor(minor) - 1}`;
}
