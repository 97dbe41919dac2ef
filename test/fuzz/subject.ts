import type fc from 'fast-check';

/** A part of the program, and the properties that must hold for any input text. */
export interface Subject {
  /** The name on the command line and in the files of `found/`. */
  readonly name: string;
  /** Texts that are likely to break it. */
  readonly inputs: fc.Arbitrary<string>;
  /** Throws if a property does not hold for the text, which can be any text. */
  readonly hold: (text: string) => void | Promise<void>;
  /** The number of inputs for each input of `judge`: fast subjects are tried more often. */
  readonly share: number;
  /** Stops its background processes. */
  readonly end?: () => Promise<void>;
}
