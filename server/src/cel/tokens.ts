/** One word of a CEL expression. `text` is the word as written; `at` its offset in UTF-16 units. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

/** `operator` is every punctuation mark and the word `in`; `end` stands after the last word. */
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

/** Something in a text that is no word of the language. */
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
const rules: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /(?:[\t \r\n\f]|\/\/[^\n]*)+/uy],
  ['bytes', new RegExp(`[bB](?:${strings})`, 'uy')],
  ['string', new RegExp(strings, 'uy')],
  ['double', /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/uy],
  ['uint', /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]/uy],
  ['int', /0x[0-9a-fA-F]+|[0-9]+/uy],
  ['identifier', /[a-zA-Z_][a-zA-Z0-9_]*/uy],
  ['escaped-identifier', /`[a-zA-Z0-9_.\-/ ]+`/uy],
  ['operator', /==|!=|<=|>=|&&|\|\||[[\]{}().,!?:+\-*/%<>]/uy],
];

/** The words of an expression, the last one of kind `end`; or the first thing in it that is no word. */
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
  for (const [kind, rule] of rules) {
    rule.lastIndex = at;
    const found = rule.exec(text)?.[0];
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
