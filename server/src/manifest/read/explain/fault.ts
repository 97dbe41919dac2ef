import type { Span } from '../../../text/span.ts';
import type { SyntaxFix } from '../../manifest.ts';

/** What is wrong with the source of a document, where in it, and what to do about it. */
export interface Fault extends Span {
  /** A phrase without a full stop, which begins with a small letter or a sign. */
  readonly message: string;
  /** A sentence. */
  readonly remedy: string;
  /** Whether what follows in the text is read in another way because of it, so that nothing said there is certain. */
  readonly ends: boolean;
  /** The one change after which the source was seen to be read. */
  readonly edit?: SyntaxFix;
}

/** A fault that leaves the following lines as they are. */
export function local({ start, end }: Span, message: string, remedy: string): Fault {
  return { start, end, message, remedy, ends: false };
}

/** A fault behind which nothing is certain. */
export function last({ start, end }: Span, message: string, remedy: string): Fault {
  return { start, end, message, remedy, ends: true };
}

/** Text as messages show it: in quotes, one line, and not too long. */
export function quoted(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0].trim() ?? '';
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
}

/** The first word there: up to a blank. */
export function wordAt(source: string, at: number): Span {
  const word = /^\S+/.exec(source.slice(at, at + 200))?.[0] ?? '';
  return { start: at, end: at + Math.max(1, word.length) };
}
