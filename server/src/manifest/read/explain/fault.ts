import type { Span } from '../../../text/span.ts';
import type { SyntaxFix } from '../../manifest.ts';

/** A fault in the source of a document: message, span and remedy. */
export interface Fault extends Span {
  /** A phrase without a full stop, which begins with a small letter or a sign. */
  readonly message: string;
  /** A sentence. */
  readonly remedy: string;
  /** Whether it changes how the following text is read, so that later faults are uncertain. */
  readonly ends: boolean;
  /** The one change after which the source was seen to be read. */
  readonly edit?: SyntaxFix;
}

/** A fault that does not affect the following lines. */
export function localFault({ start, end }: Span, message: string, remedy: string): Fault {
  return { start, end, message, remedy, ends: false };
}

/** A fault after which nothing is certain. */
export function finalFault({ start, end }: Span, message: string, remedy: string): Fault {
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
