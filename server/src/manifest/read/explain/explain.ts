import type { Document, YAMLParseError } from 'yaml';
import { readEscape } from '../scalarText.ts';
import { unfinishedStart } from '../unfinished.ts';
import { conflictMarker, copiedTextFault } from './copied.ts';
import { type Fault, finalFault, localFault, quoted, wordAt } from './fault.ts';
import {
  closesNothing,
  missingComma,
  missingOpening,
  slashComment,
  unclosedFlowFault,
  unclosedQuote,
} from './flowFaults.ts';
import {
  colonBeforeCharacter,
  colonInValue,
  editOf,
  indentedUnderValue,
  misplacedLineFault,
  withoutColon,
} from './lineFaults.ts';
import { hasValue, keyOfLine, lineAt, opensText } from './lines.ts';
import { textAfterQuotedValue, textAfterQuotes } from './quoteFaults.ts';
import { realigned } from './realign.ts';
import { tab } from './tabs.ts';
import { flowAround } from './tree.ts';

/** Further errors are ignored: each scans the surrounding lines. */
const maxErrors = 20;

/** Messages and remedies for rare errors, by the codes of the `yaml` package. */
const others: Partial<Readonly<Record<YAMLParseError['code'], readonly [string, string]>>> = {
  ALIAS_PROPS: ['an alias has a tag or an anchor', 'Remove the tag or the anchor.'],
  BAD_COLLECTION_TYPE: ['the tag names a different type than the value after it', 'Remove the tag.'],
  BAD_PROP_ORDER: ['a tag or an anchor comes before its indicator', 'Move it after the indicator.'],
  KEY_OVER_1024_CHARS: ['a key is longer than 1024 characters', 'Shorten it; if it is not a key, put it in quotes.'],
  MULTIPLE_ANCHORS: ['a value has two anchors', 'Remove one of the two.'],
  MULTIPLE_TAGS: ['a value has two tags', 'Remove one of the two.'],
  NON_STRING_KEY: ['a key is not a string', 'Put the key in quotes.'],
  TAG_RESOLVE_FAILED: ['the tag is not known', 'Remove the tag, or put the value in quotes.'],
};

/**
 * The faults of a source, in text order, from the errors of the `yaml` package: one fault per line, and none after a
 * fault that makes the rest uncertain.
 */
export function explainErrors(errors: readonly YAMLParseError[], source: string, document: Document): readonly Fault[] {
  const sorted = [...errors].sort((a, b) => a.pos[0] - b.pos[0]).slice(0, maxErrors);
  const faults: Fault[] = [];
  const conflict = conflictMarker(source);
  for (const error of sorted) {
    const before = faults.at(-1);
    const isBehind = conflict !== undefined && conflict.start <= lineAt(source, error.pos[0]).end;
    const found = isBehind ? conflict : (certainAt(before, source, error) ?? explain(error, sorted, source, document));
    const isCutOff = conflict !== undefined && found.start < conflict.start && /["']/.test(source.charAt(found.start));
    const fault = isCutOff ? conflict : found;
    if (before !== undefined && lineAt(source, before.start).end >= fault.start) continue;
    faults.push(fault);
    if (fault.ends) break;
  }
  return faults;
}

/** Certain faults that cause further errors: searched once, at the first error. */
function certainAt(before: Fault | undefined, source: string, error: YAMLParseError): Fault | undefined {
  if (before !== undefined) return undefined;
  const [at] = error.pos;
  return copiedTextFault(source, at) ?? colonBeforeCharacter(source, lineAt(source, at));
}

function explain(error: YAMLParseError, all: readonly YAMLParseError[], source: string, document: Document): Fault {
  const { code, message, pos } = error;
  const at = pos[0];
  const line = lineAt(source, at);
  const comment = slashComment(source, at);
  if (comment !== undefined) return comment;
  const flow = flowAround(document, at);
  switch (code) {
    case 'TAB_AS_INDENT':
      return tab(source, at);
    case 'BAD_DQ_ESCAPE':
      return badEscape(source, at);
    case 'BAD_SCALAR_START':
      return badStartFault(source, at);
    case 'BAD_ALIAS':
      return badStartFault(source, source.charAt(at) === '' ? at - 1 : at);
    case 'BAD_DIRECTIVE':
      return directive(source, line);
    case 'BLOCK_IN_FLOW':
      return missingComma(source, document, at);
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (!message.startsWith('Nested')) return misplacedLineFault(source, lineAt(source, firstSign(source, at)));
      if (!all.some((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === at)) {
        return colonInValue(source, at, line);
      }
      return keyOverLines(source, at, all);
    case 'MULTILINE_IMPLICIT_KEY': {
      if (flow !== undefined) return missingComma(source, document, at);
      // The package treats bracketed text as a key because of what follows.
      const next = /[[{]/.test(source.charAt(at)) ? all.find(({ pos: [other] }) => other > at) : undefined;
      if (next !== undefined) return explain(next, all, source, document);
      return keyOverLines(source, at, all);
    }
    case 'BAD_INDENT':
      if (message.startsWith('Flow'))
        return unclosedFlowFault(source, document, at, unfinishedStart(document, source, at));
      if (message.startsWith('Block scalar')) return badText(source, at, message);
      return misplacedLineFault(source, lineAt(source, firstSign(source, at)));
    case 'MISSING_CHAR':
      return missing(error, source, document);
    case 'UNEXPECTED_TOKEN':
    case 'IMPOSSIBLE':
      return unexpected(error, source, flow);
    default: {
      const [what, remedy] = others[code] ?? [
        'this is not allowed here',
        'Put text in quotes, or check the lines above.',
      ];
      return localFault(wordAt(source, at), what, remedy);
    }
  }
}

/** The next character that is neither white space nor in a comment. */
function firstSign(source: string, at: number): number {
  const sign = /^(?:\s|(?<=\s)#[^\n]*\n)*(?=\S)/.exec(source.slice(at, at + 2000));
  return sign === null ? at : at + sign[0].length;
}

/** The first invalid escape in a double-quoted text. */
export function unknownEscape(source: string, start: number): Fault {
  let at = source.indexOf('\\', start);
  while (at >= 0) {
    const next = source.charAt(at + 1);
    const read = next === '\n' || next === '\r' ? { end: at + 2 } : readEscape(source, at);
    if (read === undefined) return badEscape(source, at);
    at = source.indexOf('\\', read.end);
  }
  return badEscape(source, start);
}

function badEscape(source: string, at: number): Fault {
  const sign = source.slice(at, at + 2);
  const digits = { x: 2, u: 4, U: 8 }[sign.charAt(1)];
  const span = { start: at, end: at + 2 };
  if (digits !== undefined) {
    return localFault(span, `${digits} hexadecimal digits must follow ${sign}`, 'Write them, or \\\\ for a backslash.');
  }
  const remedy = 'Write \\\\ for a backslash, or put the text in single quotes.';
  return localFault(span, `${sign.trim()} is not an escape in YAML`, remedy);
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['*', ', the sign of an alias'],
  ['&', ', the sign of an anchor'],
  ['>', ', the sign of block text'],
  ['|', ', the sign of block text'],
]);

/** A value that begins with an indicator character. */
export function badStartFault(source: string, at: number): Fault {
  const line = lineAt(source, at);
  const sign = source.charAt(at);
  if (sign === '%' && at === line.start && line.indent === 0) return directive(source, line);
  const span = { start: at, end: at + 1 };
  const opening = sign === ',' ? missingOpening(source, span.start) : undefined;
  if (opening !== undefined) return opening;
  if (sign === ',' || sign === ']' || sign === '}')
    return finalFault(span, `"${sign}" is not allowed here`, 'Remove it.');
  const what = `a value without quotes cannot begin with "${sign}"${meanings.get(sign) ?? ''}`;
  return localFault(span, what, 'Put the value in quotes.');
}

function directive(source: string, line: { readonly start: number; readonly end: number }): Fault {
  const start = source.startsWith('%', line.start) ? line.start : Math.max(0, source.search(/^%/m));
  const remedy = 'Remove the line: Kubernetes splits files at --- and reads it as its own document.';
  return finalFault(wordAt(source, start), 'YAML directives are not supported', remedy);
}

/** A key that would go on over lines: a colon is missing, or a line is indented below a value. */
function keyOverLines(source: string, at: number, all: readonly YAMLParseError[]): Fault {
  const line = lineAt(source, at);
  if (source.charAt(at) === ',') return badStartFault(source, at);
  const end = all.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === at)?.pos[1] ?? at;
  if (hasValue(line)) {
    const below = lineAt(source, Math.max(at, end - 1));
    const certain = realigned(source, below);
    if (certain !== undefined && certain.start !== below.start) return certain;
    return { ...indentedUnderValue(source, below, line), ...editOf(certain) };
  }
  return withoutColon(source, line);
}

/** Text over several lines that is not indented as it must be. */
function badText(source: string, at: number, message: string): Fault {
  const sign = /^ *\t/.exec(source.slice(at, at + 200));
  if (sign !== null) return { ...tab(source, at + sign[0].length - 1), ends: true };
  const line = lineAt(source, firstSign(source, at));
  if (message.includes('leading empty lines')) {
    const what = 'a blank line before this text has more spaces than its indentation';
    return finalFault(wordAt(source, line.start), what, 'Remove the spaces of the blank lines.');
  }
  return message.includes('must be indented') ? withoutColon(source, line) : misplacedLineFault(source, line);
}

function missing({ message, pos: [at] }: YAMLParseError, source: string, document: Document): Fault {
  const open = unfinishedStart(document, source, at);
  if (message.startsWith('Missing closing')) return unclosedQuote(source, document, at, open);
  if (message.startsWith('Flow')) return unclosedFlowFault(source, document, at, open);
  if (message.startsWith('Missing ,')) return missingComma(source, document, at);
  if (message.startsWith('Block scalar')) return badText(source, at, message);
  if (message.startsWith('Missing directives')) return directive(source, lineAt(source, 0));
  const start = firstSign(source, at);
  if (message.startsWith('Sequence item')) return misplacedLineFault(source, lineAt(source, start));
  if (message.startsWith('Implicit map keys')) return withoutColon(source, lineAt(source, start));
  const [what, remedy] = message.startsWith('Block collection')
    ? ['a map or a list begins on the line of the separator', 'Begin it on the next line.']
    : ['a space is missing here', 'Add a space, or put the value in quotes.'];
  return localFault(wordAt(source, at), what, remedy);
}

function unexpected({ message, pos: [at] }: YAMLParseError, source: string, flow: number | undefined): Fault {
  const line = lineAt(source, at);
  const sign = source.charAt(at);
  if (message.startsWith('Not a YAML token') || message.startsWith('Block scalar header')) {
    const header = source.slice(line.start, at).search(/[|>][^|>]*$/);
    const start = header < 0 ? at : line.start + header;
    if (!/^[|>][-+0-9]*\s/.test(source.slice(start, line.end))) return badStartFault(source, start);
    const what = `text follows "${source.charAt(start)}" on its line`;
    return localFault({ start, end: line.end }, what, 'Begin the text on the next line, or put all of it in quotes.');
  }
  if (message.startsWith('Unexpected block-seq-ind') || (sign === '-' && !message.includes('at node end'))) {
    return finalFault(wordAt(source, at), 'a list begins on the line of its key', 'Begin the list on the next line.');
  }
  if (flow !== undefined && sign === ',') {
    return localFault({ start: at, end: at + 1 }, 'there is no value before this comma', 'Remove the comma.');
  }
  if (sign === ']' || sign === '}') {
    return closesNothing({ start: at, end: at + 1 }, sign);
  }
  const before = source.slice(line.start, at).trimEnd();
  if (sign === ',')
    return /["']$/.test(before) ? textAfterQuotes(source, { start: at, end: line.end }) : badStartFault(source, at);
  const rest = { start: at, end: Math.max(at + 1, line.end) };
  if (/["']$/.test(before)) return textAfterQuotedValue(source, rest, before.slice(-1));
  if (/[\]}]$/.test(before)) return localFault(rest, 'text follows the closing bracket', 'Put all of it in quotes.');
  if (/(?:^|\s)\*\S+$/.test(before)) return localFault(rest, 'text follows an alias', 'Put all of it in quotes.');
  if (before === '' && !opensText(line)) {
    const certain = realigned(source, line);
    if (certain !== undefined) return certain;
    const word = keyOfLine(line) ?? wordOf(source, at);
    const what = `${quoted(word)} is indented less than the first line of the document`;
    return finalFault(wordAt(source, at), what, 'Indent all top-level keys of the document equally.');
  }
  return localFault(rest, 'this is not allowed here', 'Put the value in quotes, or check the lines above.');
}

function wordOf(source: string, at: number): string {
  const { start, end } = wordAt(source, at);
  return source.slice(start, end);
}
