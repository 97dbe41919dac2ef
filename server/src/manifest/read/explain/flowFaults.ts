import type { Document } from 'yaml';
import type { Span } from '../../../text/span.ts';
import { type Fault, finalFault, wordAt } from './fault.ts';
import { lineAt } from './lines.ts';
import { openAt } from './open.ts';
import { openQuotes, textAfterQuotedValue } from './quoteFaults.ts';
import { flowAround, quotesAround } from './tree.ts';

/** The maximum distance to a closing bracket, in characters. */
const furthest = 400;

/** An unclosed bracket, or a wrong closing bracket. `open`: its position, if known. */
export function unclosedFlowFault(source: string, document: Document, at: number, open: number | undefined): Fault {
  const isBracket = open !== undefined && /[[{]/.test(source.charAt(open));
  const innermost = isBracket ? open : openAt(source, at).brackets.at(-1);
  const isAtEnd = source.slice(at).trim() === '';
  const byLines = isAtEnd ? leftOpen(source, at) : undefined;
  const start = byLines ?? innermost ?? flowAround(document, at) ?? flowAround(document, at - 1) ?? at;
  const bracket = source.charAt(start);
  const closing = bracket === '[' ? ']' : '}';
  const character = source.charAt(at);
  const isOther = (character === ']' || character === '}') && character !== closing;
  if (isOther && isClosed(source, at + 1, bracket)) return closesNothing({ start: at, end: at + 1 }, character);
  if (isOther && lineAt(source, start).start === lineAt(source, at).start) {
    const message = `expected "${closing}" to close "${bracket}", but found "${character}"`;
    return finalFault({ start: at, end: at + 1 }, message, `Write ${closing} here, or close what is open before it.`);
  }
  const message = `this "${bracket}" is not closed`;
  return finalFault(
    { start, end: start + 1 },
    message,
    `Close it with ${closing}; put text that has brackets in quotes.`,
  );
}

/**
 * The bracket that was left open, judged by indentation: assuming that correctly closed brackets begin and end in the
 * same column, the first one that is closed by a bracket further left.
 */
function leftOpen(source: string, end: number): number | undefined {
  let found: number | undefined;
  let isTidy = true;
  openAt(source, end, (opened, closed) => {
    const last = lineAt(source, closed);
    if (!isTidy || last.start !== closed) return;
    const first = lineAt(source, opened);
    isTidy = first.indent === last.indent;
    if (first.indent > last.indent) found = opened;
  });
  return found;
}

/** Whether an open bracket is closed within the extent of its value. */
function isClosed(source: string, from: number, bracket: string): boolean {
  const rest = bracket + source.slice(from, from + furthest);
  const close = [...rest.matchAll(/[\]}]/g)].find(({ index }) => openAt(rest, index + 1).brackets.length === 0);
  return close !== undefined && close[0] === (bracket === '[' ? ']' : '}');
}

/** A comma after brackets outside any list, although a list is closed later; undefined otherwise. */
export function missingOpening(source: string, at: number): Fault | undefined {
  const end = source.slice(0, at).trimEnd().length - 1;
  if (!isClosed(source, at, '[')) return undefined;
  let start: number | undefined;
  openAt(source, at, (opened, closed) => {
    if (closed === end) start = opened;
  });
  if (start === undefined) return undefined;
  return finalFault({ start, end: start + 1 }, 'the "[" of a list is missing before this', 'Write [ before it.');
}

/** A closing bracket without an opening one. */
export function closesNothing(span: Span, sign: string): Fault {
  return finalFault(span, `"${sign}" has no opening bracket`, 'Remove it, or put the text in quotes.');
}

/** Quotes that are opened and not closed. `open`: where, if that is known. */
export function unclosedQuote(source: string, document: Document, at: number, open: number | undefined): Fault {
  const start = open ?? quotesAround(document, at) ?? openAt(source, at).quote ?? Math.max(0, at - 1);
  return openQuotes(source, start);
}

/** Two entries between brackets without a comma; or quotes that are left open, and so end where the next ones begin. */
export function missingComma(source: string, document: Document, at: number): Fault {
  const comment = slashComment(source, at);
  if (comment !== undefined) return comment;
  const quote = /["']/.test(source.charAt(at - 1)) ? quotesAround(document, at - 1) : undefined;
  if (quote !== undefined && source.slice(quote, at).includes('\n')) return openQuotes(source, quote);
  if (quote !== undefined && !/\s/.test(source.charAt(at))) {
    return textAfterQuotedValue(source, wordAt(source, at), source.charAt(quote));
  }
  const remedy = 'Write a comma between them; put text that has colons or commas in quotes.';
  return finalFault(wordAt(source, at), 'a comma is missing between two entries', remedy);
}

/** A JavaScript comment, which neither JSON nor YAML has; undefined if there is none. */
export function slashComment(source: string, at: number): Fault | undefined {
  const sign = /^\/[/*]/.exec(source.slice(at, at + 2))?.[0];
  if (sign === undefined) return undefined;
  const span: Span = { start: at, end: at + 2 };
  return finalFault(
    span,
    `a comment cannot begin with ${sign}`,
    'Begin it with #, or remove it: JSON has no comments.',
  );
}
