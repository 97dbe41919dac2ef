import { parseIp } from './ip.ts';

// Source: Go's net/mail, ParseAddress.

/** Whether `mail.ParseAddress` reads the text: `a@example.com`, `Ann <a@example.com>`, or a group of one address. */
export function isMailAddress(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.addresses(true) === 1 && reader.comments() && reader.atEnd;
}

const known = ['utf-8', 'iso-8859-1', 'us-ascii'];
const encodedWord =
  /^=\?([^?]+)\?(?:[bB]\?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|[qQ]\?(?:[ -<>@-~]|=[0-9A-Fa-f]{2})*)\?=$/;

/** Whether a word is encoded in a set of characters that Go does not know: `=?koi8-r?q?a?=`. */
function isForeign(word: string): boolean {
  const charset = encodedWord.exec(word)?.[1];
  return charset !== undefined && !known.includes(charset.toLowerCase());
}

class AddressReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Parses an address or a group; returns the number of addresses, undefined if neither. */
  addresses(mayBeGroup: boolean): number | undefined {
    this.#spaces();
    if (this.atEnd) return undefined;
    const start = this.#at;
    if (this.#plainAddress()) {
      this.#spaces();
      return this.#next !== '(' || this.#nameInComment() ? 1 : undefined;
    }
    this.#at = start;
    if (this.#next !== '<' && !this.#phrase()) return undefined;
    this.#spaces();
    if (mayBeGroup && this.#take(':')) return this.#group();
    return this.#take('<') && this.#plainAddress() && this.#take('>') ? 1 : undefined;
  }

  /** Skips spaces and comments in parentheses; false for an unclosed comment. */
  comments(): boolean {
    this.#spaces();
    while (this.#next === '(') {
      if (this.#comment() === undefined) return false;
      this.#spaces();
    }
    return true;
  }

  get #next(): string {
    return this.#text.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }

  /** Consumes the match of a sticky pattern. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #spaces(): void {
    this.#match(/[ \t]*/y);
  }

  /** `local@domain`. */
  #plainAddress(): boolean {
    this.#spaces();
    const local = this.#next === '"' ? this.#quoted() : this.#dotAtom();
    if (local === undefined || local === '' || !this.#take('@')) return false;
    this.#spaces();
    if (this.#next !== '[') return this.#dotAtom() !== undefined;
    const literal = this.#match(/\[[!-Z^-~\u0080-\uffff]*\]/y);
    return literal !== undefined && parseIp(literal.slice(1, -1)) !== undefined;
  }

  /** The content of quotes, with its escapes. */
  #quoted(): string | undefined {
    return this.#match(/"(?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*"/y)?.slice(1, -1);
  }

  #atom(): string | undefined {
    return this.#match(/[^\0-\x20\x7f()<>[\]:;@\\,"]+/y);
  }

  #dotAtom(): string | undefined {
    const atom = this.#atom();
    return atom === undefined || /^\.|\.\.|\.$/.test(atom) ? undefined : atom;
  }

  /** The words before an address in angle brackets; the caller handles the rest. */
  #phrase(): boolean {
    for (let words = 0; ; words++) {
      if (words > 0 && !this.comments()) return false;
      this.#spaces();
      if (this.atEnd) return true;
      const word = this.#next === '"' ? this.#quoted() : this.#atom();
      if (word === undefined || isForeign(word)) return words > 0;
    }
  }

  #group(): number | undefined {
    this.#spaces();
    if (this.#take(';')) return this.comments() ? 0 : undefined;
    for (let count = 0; ; ) {
      this.#spaces();
      const found = this.addresses(false);
      if (found === undefined || !this.comments()) return undefined;
      count += found;
      if (this.#take(';')) return this.comments() ? count : undefined;
      if (!this.#take(',')) return undefined;
    }
  }

  #nameInComment(): boolean {
    const comment = this.#comment();
    return comment !== undefined && !comment.split(/[ \t]+/).some(isForeign);
  }

  /** The content of possibly nested parentheses; undefined if unclosed. */
  #comment(): string | undefined {
    let comment = '';
    let depth = 0;
    for (; !this.atEnd; this.#at++) {
      if (this.#next === '\\' && this.#at + 1 < this.#text.length) this.#at++;
      else if (this.#next === '(') depth++;
      else if (this.#next === ')') depth--;
      if (depth === 0) {
        this.#at++;
        return comment.slice(1);
      }
      comment += this.#next;
    }
    return undefined;
  }
}
