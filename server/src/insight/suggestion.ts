import type { TabStop } from './skeleton/stops.ts';

/** A completion. */
export interface Suggestion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'api-version' | 'kind' | 'object' | 'flag' | 'setting' | 'version' | 'name';
  /** The inserted text, in pieces between which the user fills something in; lines end with LF. */
  readonly pieces: readonly string[];
  /** The initial texts between the pieces; empty if absent. */
  readonly stops?: readonly TabStop[];
  /** Whether the list of what comes next should open after insertion. */
  readonly opensNext?: boolean;
  /** A short description. */
  readonly detail: string;
  /** Its purpose, from third-party documentation; absent if unknown. */
  readonly text?: string | undefined;
  /** Its particularity: a gate, a minor, the targets that lack it; '' if there is none. */
  readonly note: string;
  readonly deprecated: boolean;
  /** Sorts ascending; equal ranks keep their order. */
  readonly rank: number;
}

/** Sorts by rank, stable. */
export function ranked(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return [...suggestions].sort((a, b) => a.rank - b.rank);
}
