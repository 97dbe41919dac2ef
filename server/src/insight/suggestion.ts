import type { Stop } from './skeleton/stops.ts';

/** Something that can be written at a place. */
export interface Suggestion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'api-version' | 'kind' | 'object' | 'flag' | 'setting' | 'version' | 'name';
  /** What is written in place of the word, in pieces between which the user fills something in; lines end with LF. */
  readonly pieces: readonly string[];
  /** What stands between the pieces at first; where it is absent, nothing. */
  readonly stops?: readonly Stop[];
  /** What it leaves open has few values: they are worth being shown when it is written. */
  readonly hasFew?: boolean;
  /** What it is, in a few words. */
  readonly detail: string;
  /** What it is for, in somebody else's words; absent where nobody says. */
  readonly text?: string | undefined;
  /** What sets it apart: a gate, a minor, the targets that lack it; '' for nothing. */
  readonly note: string;
  readonly deprecated: boolean;
  /** Lower ones come first; those of one rank stay in their order. */
  readonly rank: number;
}

/** Sorts by rank, and keeps the order otherwise. */
export function ranked(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return [...suggestions].sort((a, b) => a.rank - b.rank);
}
