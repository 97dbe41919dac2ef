/** The catalogue cannot be generated: `missing` has a message for each gap, with its file. */
export class IncompleteFacts extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(`the facts are not complete:\n${missing.map((problem) => `  ${problem}`).join('\n')}`);
    this.missing = missing;
  }
}
