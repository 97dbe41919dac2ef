/** A strategic merge patch that cannot be merged. */
export class PatchError extends Error {
  /** What the server answers: 400 to a malformed directive, 500 to an error of its library. */
  readonly status: 400 | 500;

  constructor(status: 400 | 500, message: string) {
    super(message);
    this.name = 'PatchError';
    this.status = status;
  }
}

/** The error of a strategic merge patch that the library cannot merge: the server answers as to an error of its own. */
export function unmergeablePatch(message: string): PatchError {
  return new PatchError(500, message);
}
