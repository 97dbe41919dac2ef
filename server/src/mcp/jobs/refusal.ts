/** A job that cannot be done as it was asked for: what is wrong, and what to do about it. */
export class Refusal extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'Refusal';
    this.remedy = remedy;
  }
}
