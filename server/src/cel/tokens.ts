/** One word of a CEL expression. `text` is the word as written; `at` its offset in UTF-16 units. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

/** `operator` is any punctuation and the word `in`; `end` follows the last token. */
export type TokenKind =
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'identifier'
  | 'escaped-identifier'
  | 'true'
  | 'false'
  | 'null'
  | 'operator'
  | 'end';

/** A part of a text that is not a valid token. */
export interface TokenProblem {
  readonly at: number;
  readonly message: string;
}

// The lexer rules of cel-go's parser/gen/CEL.g4: the longest match wins, the first rule of two that match as much.
const escaped = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
const strings = [
  `"""(?:${escaped}|[^\\\\])*?"""`,
  `'''(?:${escaped}|[^\\\\])*?'''`,
  `[rR]"""[^]*?"""`,
  `[rR]'''[^]*?'''`,
  `"(?:${escaped}|[^\\\\"\\n\\r])*"`,
  `'(?:${escaped}|[^\\\\'\\n\\r])*'`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
].join('|');
/** The pattern of a token kind, and its first characters. */
interface TokenRule {
  readonly kind: TokenKind | 'space';
  readonly first: RegExp;
  readonly word: RegExp;
}

const rules: readonly TokenRule[] = [
  { kind: 'space', first: /[\t \r\n\f/]/, word: /(?:[\t \r\n\f]|\/\/[^\n]*)+/uy },
  { kind: 'bytes', first: /[bB]/, word: new RegExp(`[bB](?:${strings})`, 'uy') },
  { kind: 'string', first: /["'rR]/, word: new RegExp(strings, 'uy') },
  {
    kind: 'double',
    first: /[0-9.]/,
    word: /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/uy,
  },
  { kind: 'uint', first: /[0-9]/, word: /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]/uy },
  { kind: 'int', first: /[0-9]/, word: /0x[0-9a-fA-F]+|[0-9]+/uy },
  { kind: 'identifier', first: /[a-zA-Z_]/, word: /[a-zA-Z_][a-zA-Z0-9_]*/uy },
  { kind: 'escaped-identifier', first: /`/, word: /`[a-zA-Z0-9_.\-/ ]+`/uy },
  {
    kind: 'operator',
    first: /[=!<>&|[\]{}().,?:+\-*/%]/,
    word: /==|!=|<=|>=|&&|\|\||[[\]{}().,!?:+\-*/%<>]/uy,
  },
];

/** The rules of the words that begin with each ASCII character. */
const rulesByFirst: readonly (readonly TokenRule[])[] = Array.from({ length: 128 }, (_, code) =>
  rules.filter(({ first }) => first.test(String.fromCharCode(code))),
);

/** The tokens of an expression, the last of kind `end`; or the first text that is not a token. */
export function tokenize(text: string): readonly Token[] | TokenProblem {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (token === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      return { at, message: `token recognition error at: '${character}'` };
    }
    if (token.kind !== 'space') tokens.push({ kind: token.kind, text: token.text, at });
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '<EOF>', at });
  return tokens;
}

function tokenAt(text: string, at: number): { readonly kind: TokenKind | 'space'; readonly text: string } | undefined {
  for (const { kind, word } of rulesByFirst[text.charCodeAt(at)] ?? []) {
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind: kind === 'identifier' ? keyword(found) : kind, text: found };
  }
  return undefined;
}

function keyword(word: string): TokenKind {
  switch (word) {
    case 'true':
    case 'false':
    case 'null':
      return word;
    case 'in':
      return 'operator';
    default:
      return 'identifier';
  }
}
