/** Splits a text that arrives in pieces into lines. Lines that are too long are not kept in memory. */
export class LineSplitter {
  readonly #maxLength: number;
  readonly #onLine: (line: string | undefined) => void;
  #line = '';
  #isTooLong = false;

  /**
   * @param maxLength the maximum length of a line, in UTF-16 units.
   * @param onLine called with each line, without its line feed; undefined if the line is too long.
   */
  constructor(maxLength: number, onLine: (line: string | undefined) => void) {
    this.#maxLength = maxLength;
    this.#onLine = onLine;
  }

  /** Takes the next piece, which may begin and end anywhere. */
  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#append(piece.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#append(piece.slice(from));
  }

  /** Ends the last line, if it is not empty. */
  finish(): void {
    if (this.#line !== '' || this.#isTooLong) this.#endLine();
  }

  #append(text: string): void {
    if (this.#isTooLong) return;
    if (this.#line.length + text.length > this.#maxLength) {
      this.#line = '';
      this.#isTooLong = true;
    } else this.#line += text;
  }

  #endLine(): void {
    const line = this.#isTooLong ? undefined : this.#line;
    this.#line = '';
    this.#isTooLong = false;
    this.#onLine(line);
  }
}
