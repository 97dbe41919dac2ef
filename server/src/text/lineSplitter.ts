/** Splits a text that comes in pieces into lines. Each piece is searched once, and a line that is too long is not kept. */
export class LineSplitter {
  readonly #longest: number;
  readonly #take: (line: string | undefined) => void;
  #rest = '';
  #isTooLong = false;

  /**
   * @param longest the maximum length of a line, in UTF-16 units.
   * @param take called with each line, without its line feed; undefined if the line is too long.
   */
  constructor(longest: number, take: (line: string | undefined) => void) {
    this.#longest = longest;
    this.#take = take;
  }

  /** Takes the next piece, which may begin and end anywhere. */
  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#hold(piece.slice(from, end));
      this.#end();
      from = end + 1;
    }
    this.#hold(piece.slice(from));
  }

  /** Ends the last line, if it is not empty. */
  finish(): void {
    if (this.#rest !== '' || this.#isTooLong) this.#end();
  }

  #hold(text: string): void {
    if (this.#isTooLong) return;
    if (this.#rest.length + text.length > this.#longest) {
      this.#rest = '';
      this.#isTooLong = true;
    } else this.#rest += text;
  }

  #end(): void {
    const line = this.#isTooLong ? undefined : this.#rest;
    this.#rest = '';
    this.#isTooLong = false;
    this.#take(line);
  }
}
