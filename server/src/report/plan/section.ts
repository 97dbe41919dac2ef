/** A part of a step's changes: a heading, and a line per change. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}
