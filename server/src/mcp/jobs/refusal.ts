/** A job that cannot be done as requested: the problem and its remedy. */
export class Refusal extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'Refusal';
    this.remedy = remedy;
  }
}
