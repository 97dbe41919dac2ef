import type { Span } from '../../text/span.ts';

/** The kind of a token in an action. `keyword` covers `if`, `end` and similar; `word` is any other name. */
export type TokenKind =
  | 'field'
  | 'dot'
  | 'variable'
  | 'word'
  | 'keyword'
  | 'string'
  | 'number'
  | 'char'
  | '|'
  | ','
  | '('
  | ')'
  | '='
  | ':=';

/** One token of an action. `text` is as written, without the dot of a field; of a string it is the value. */
export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A piece of a template: printed text, trimmed by neighbouring markers, an action, or a comment. */
export type Piece =
  | ({ readonly kind: 'text' } & Span)
  | ({ readonly kind: 'action'; readonly tokens: readonly Token[] } & Span)
  | ({ readonly kind: 'comment' } & Span);

/** Why a text is not a Go template, with the position. */
export interface TemplateProblem extends Span {
  readonly message: string;
}

/** The pieces of a template; with a problem, those before it. */
export interface LexedTemplate {
  readonly pieces: readonly Piece[];
  readonly problem: TemplateProblem | undefined;
}

const keywords: ReadonlySet<string> = new Set([
  'if',
  'else',
  'end',
  'with',
  'range',
  'define',
  'block',
  'template',
  'break',
  'continue',
]);

/** Tokenizes a template like `text/template/parse` of Go (`lex.go`), trim markers included. Linear in the text. */
export function lexTemplate(text: string): LexedTemplate {
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open < 0) {
      addText(pieces, at, text.length);
      return { pieces, problem: undefined };
    }
    const trims = text.charCodeAt(open + 2) === 45 && isSpace(text.charCodeAt(open + 3));
    addText(pieces, at, trims ? trimRight(text, at, open) : open);
    const action = lexAction(text, open, trims ? open + 4 : open + 2);
    if ('message' in action) return { pieces, problem: unclosedAt(text, open) ?? action };
    pieces.push(action.piece);
    at = action.trims ? trimLeft(text, action.piece.end) : action.piece.end;
  }
}

/**
 * An action that the next one begins in, or the text ends in, is not closed. Go reports what it finds in the lines
 * below; the place to fix is where it opens.
 */
function unclosedAt(text: string, open: number): TemplateProblem | undefined {
  const close = text.indexOf('}}', open);
  const next = text.indexOf('{{', open + 2);
  const line = text.indexOf('\n', open);
  const end = close < 0 ? text.length : close;
  const isOpen = close < 0 || (next >= 0 && next < close);
  return isOpen && line >= 0 && line < end ? { message: 'unclosed action', start: open, end: open + 2 } : undefined;
}

function addText(pieces: Piece[], start: number, end: number): void {
  if (end > start) pieces.push({ kind: 'text', start, end });
}

interface LexedAction {
  readonly piece: Piece;
  /** Ends in `-}}`. */
  readonly trims: boolean;
}

function lexAction(text: string, open: number, from: number): LexedAction | TemplateProblem {
  if (text.startsWith('/*', from)) return lexComment(text, open, from);
  const tokens: Token[] = [];
  let at = from;
  let depth = 0;
  for (;;) {
    const trims = isSpace(text.charCodeAt(at)) && text.startsWith('-}}', at + 1);
    if (trims || text.startsWith('}}', at)) {
      const end = at + (trims ? 4 : 2);
      if (depth > 0) return { message: 'unclosed left paren', start: open, end };
      return { piece: { kind: 'action', start: open, end, tokens }, trims };
    }
    if (at >= text.length) return { message: 'unclosed action', start: open, end: open + 2 };
    if (isSpace(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const token = lexToken(text, at);
    if ('message' in token) return token;
    if (token.kind === '(') depth++;
    if (token.kind === ')' && --depth < 0) return { message: 'unexpected right paren', start: at, end: at + 1 };
    tokens.push(token);
    at = token.end;
  }
}

function lexComment(text: string, open: number, from: number): LexedAction | TemplateProblem {
  const close = text.indexOf('*/', from + 2);
  if (close < 0) return { message: 'unclosed comment', start: open, end: open + 2 };
  const at = close + 2;
  const trims = isSpace(text.charCodeAt(at)) && text.startsWith('-}}', at + 1);
  if (!trims && !text.startsWith('}}', at)) {
    return { message: 'comment ends before closing delimiter', start: open, end: at };
  }
  return { piece: { kind: 'comment', start: open, end: at + (trims ? 4 : 2) }, trims };
}

function lexToken(text: string, at: number): Token | TemplateProblem {
  const first = text.charAt(at);
  switch (first) {
    case '"':
      return lexQuoted(text, at);
    case '`': {
      const close = text.indexOf('`', at + 1);
      if (close < 0) return { message: 'unterminated raw quoted string', start: at, end: at + 1 };
      return { kind: 'string', text: text.slice(at + 1, close).replaceAll('\r', ''), start: at, end: close + 1 };
    }
    case "'":
      return matched(text, at, /'(?:[^'\\\n]|\\.)+'/y, 'char', 'unterminated character constant');
    case '(':
    case ')':
    case '|':
    case ',':
    case '=':
      return { kind: first, text: first, start: at, end: at + 1 };
    case ':':
      if (text.charAt(at + 1) !== '=') return { message: 'expected :=', start: at, end: at + 1 };
      return { kind: ':=', text: ':=', start: at, end: at + 2 };
    case '$':
      return matched(text, at, /\$[\p{L}\p{Nd}_]*/uy, 'variable', 'bad variable');
    case '.':
      return lexDot(text, at);
  }
  if (/[-+0-9]/.test(first)) return matched(text, at, /[-+]?[0-9][0-9A-Za-z_.]*/y, 'number', 'bad number syntax');
  const word = matched(text, at, /[\p{L}_][\p{L}\p{Nd}_]*/uy, 'word', `unexpected ${JSON.stringify(first)} in action`);
  return 'message' in word || !keywords.has(word.text) ? word : { ...word, kind: 'keyword' };
}

function lexDot(text: string, at: number): Token | TemplateProblem {
  if (/[0-9]/.test(text.charAt(at + 1))) return matched(text, at, /\.[0-9]+/y, 'number', 'bad number syntax');
  const field = matched(text, at, /\.[\p{L}_][\p{L}\p{Nd}_]*/uy, 'field', '');
  if (!('message' in field)) return { ...field, text: field.text.slice(1) };
  return { kind: 'dot', text: '.', start: at, end: at + 1 };
}

function lexQuoted(text: string, at: number): Token | TemplateProblem {
  const found = matched(text, at, /"(?:[^"\\\n]|\\[^\n])*"/y, 'string', 'unterminated quoted string');
  return 'message' in found ? found : { ...found, text: unquote(found.text.slice(1, -1)) };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** The escapes of Go's quoted strings; bytes in octal or hexadecimal are taken as characters. */
function unquote(body: string): string {
  return body.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{3})|(.))/g,
    (_, hex?: string, unicode?: string, octal?: string, letter = '') => {
      if (hex !== undefined || unicode !== undefined) {
        return String.fromCharCode(Number.parseInt(hex ?? unicode ?? '', 16));
      }
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapes.get(letter) ?? letter;
    },
  );
}

function matched(text: string, at: number, pattern: RegExp, kind: TokenKind, problem: string): Token | TemplateProblem {
  pattern.lastIndex = at;
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) return { message: problem, start: at, end: at + 1 };
  return { kind, text: found, start: at, end: at + found.length };
}

/** The blanks that trim markers take: space, tab, CR and LF. */
function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

function trimRight(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

function trimLeft(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}
