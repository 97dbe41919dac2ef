import type fc from 'fast-check';

/** One part of the program and what must hold of it whatever text it is given. */
export interface Subject {
  /** Names it on the command line, and the files of `found/`. */
  readonly name: string;
  /** Texts of the kinds that break it. */
  readonly inputs: fc.Arbitrary<string>;
  /** Throws where a property does not hold of the text; it may be any text. */
  readonly hold: (text: string) => void | Promise<void>;
  /** How many inputs it gets for each one that `judge` gets: what costs little is tried more often. */
  readonly share: number;
  /** Ends what it keeps running. */
  readonly end?: () => Promise<void>;
}
