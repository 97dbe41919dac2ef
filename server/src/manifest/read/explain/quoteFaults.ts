import type { Span } from '../../../text/span.ts';
import { type Fault, finalFault, localFault } from './fault.ts';

/** Unclosed quotes. */
export function openQuotes(source: string, start: number): Fault {
  const quote = source.charAt(start);
  return finalFault({ start, end: start + 1 }, 'these quotes are not closed', `Close them; ${escapeOf(quote)}.`);
}

/** Text after quotes. `quoted`: the quotes with their content, or the quote character alone. */
export function textAfterQuotedValue(source: string, rest: Span, quoted: string): Fault {
  const sign = loneSign(source, rest);
  if (sign !== undefined) return localFault(rest, `"${sign}" follows the closing quotes`, 'Remove it.');
  return localFault(rest, 'text follows the closing quotes', `Put all of it in quotes; ${escapeOf(quoted.charAt(0))}.`);
}

/** A comma after quoted text outside brackets. */
export function textAfterQuotes(source: string, rest: Span): Fault {
  if (loneSign(source, rest) !== undefined) return localFault(rest, 'a comma follows the closing quotes', 'Remove it.');
  const remedy = 'Put a list in [ ] and a map in { }, or all of it in quotes.';
  return finalFault(rest, 'a comma follows the closing quotes', remedy);
}

/** The sign that ends a line in other languages, if a text is nothing but it. */
function loneSign(source: string, { start, end }: Span): string | undefined {
  return /^[,;]$/.exec(source.slice(start, end).trim())?.[0];
}

/** How quotes are written inside quotes of the same kind. */
function escapeOf(quote: string): string {
  return quote === "'" ? "a ' inside is written ''" : 'a " inside is written \\"';
}
