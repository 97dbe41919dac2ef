/** What keeps a catalogue from being made: what is missing, each with the file that lacks it. */
export class IncompleteFacts extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(`the facts are not complete:\n${missing.map((problem) => `  ${problem}`).join('\n')}`);
    this.missing = missing;
  }
}
