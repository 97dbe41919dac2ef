import type { Expr, StructField } from './ast.ts';
import { isReserved } from './escape.ts';
import { readLiteral } from './literals.ts';
import { expandMacro, isMacroProblem } from './macros.ts';
import { type Token, tokenize } from './tokens.ts';

/** The properties of an environment that parsing needs. */
export interface Syntax {
  /** The macros, named as `macroKey` does. */
  readonly macros: ReadonlySet<string>;
  /** Whether `a.?b`, `a[?b]` and `{?a: b}` are known. */
  readonly optionals: boolean;
  /** Whether field names may be quoted with backquotes. */
  readonly quotedNames: boolean;
}

/** A parsed expression, or the first thing that is wrong with it. */
export type Parsed = { readonly expr: Expr } | CelProblem;

/** The server's error in an expression: its words and offset, in UTF-16 units. */
export interface CelProblem {
  readonly at: number;
  readonly message: string;
}

/** Limits of cel-go's parser: characters of an expression; and how deep its grammar's rules, and operations, may nest. */
const longest = 100_000;
const deepest = 250;

/** Parses an expression and expands its macros. Source: cel-go parser/gen/CEL.g4 and parser/parser.go. */
export function parse(text: string, syntax: Syntax): Parsed {
  if (text.length > longest) {
    const size = [...text].length;
    if (size > longest) {
      return { at: 0, message: `expression code point size exceeds limit: size: ${size}, limit ${longest}` };
    }
  }
  const tokens = tokenize(text);
  if ('message' in tokens) return { at: tokens.at, message: `Syntax error: ${tokens.message}` };
  const parser = new Parser(tokens, syntax);
  const expr = parser.whole();
  return parser.problem ?? { expr };
}

const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const additive = ['+', '-'];
const multiplicative = ['*', '/', '%'];
const relationNames: Readonly<Record<string, string>> = { in: '@in' };

/** Recursive descent; the first problem ends it: from there on it reads the end of the text everywhere. */
class Parser {
  problem: CelProblem | undefined;
  readonly #tokens: readonly Token[];
  readonly #syntax: Syntax;
  #next = 0;
  readonly #levels = { expr: 0, relation: 0, calc: 0 };
  readonly #depths = new Map<Expr, number>();

  constructor(tokens: readonly Token[], syntax: Syntax) {
    this.#tokens = tokens;
    this.#syntax = syntax;
  }

  whole(): Expr {
    const expr = this.#expr();
    if (this.#token.kind !== 'end') this.#unexpected();
    return expr;
  }

  get #token(): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[this.problem === undefined ? Math.min(this.#next, last) : last] ?? nothing;
  }

  #is(text: string): boolean {
    const { kind, text: word } = this.#token;
    return kind === 'operator' && word === text;
  }

  #take(): Token {
    const token = this.#token;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  #takeIf(text: string): Token | undefined {
    return this.#is(text) ? this.#take() : undefined;
  }

  #expect(text: string): void {
    if (this.#takeIf(text) === undefined) this.#unexpected(`'${text}'`);
  }

  #unexpected(expected?: string): void {
    const { text, at, kind } = this.#token;
    const shown = kind === 'end' ? '<EOF>' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
    const expecting = expected === undefined ? '' : ` expecting ${expected}`;
    this.#fail(at, `Syntax error: mismatched input '${shown}'${expecting}`);
  }

  #fail(at: number, message: string): Expr {
    this.problem ??= { at, message };
    return { kind: 'literal', at, type: 'null_type', value: null };
  }

  /** Reads within one more level of a rule of the grammar. */
  #within(rule: 'expr' | 'relation' | 'calc', read: () => Expr): Expr {
    if (this.#levels[rule] >= deepest) return this.#fail(0, `expression recursion limit exceeded: ${deepest}`);
    this.#levels[rule]++;
    const expr = read();
    this.#levels[rule]--;
    return expr;
  }

  /** Notes how deep operations nest in an expression: `own` is 1 for one that counts itself. */
  #nested(expr: Expr, ownDepth: 0 | 1, parts: readonly Expr[]): Expr {
    let depth: number = ownDepth;
    for (const part of parts) depth = Math.max(depth, ownDepth + (this.#depths.get(part) ?? 0));
    if (depth > deepest) return this.#fail(0, 'max recursion depth exceeded');
    if (depth > 0) this.#depths.set(expr, depth);
    return expr;
  }

  #operator({ at }: Token, name: string, ...args: readonly Expr[]): Expr {
    const isUnary = args.length === 1;
    return this.#nested({ kind: 'call', at, name, target: undefined, args }, isUnary ? 0 : 1, args);
  }

  #expr(): Expr {
    return this.#within('expr', () => {
      const condition = this.#or();
      const question = this.#takeIf('?');
      if (question === undefined) return condition;
      const yes = this.#or();
      this.#expect(':');
      return this.#operator(question, '_?_:_', condition, yes, this.#expr());
    });
  }

  #or(): Expr {
    return this.#chain('||', () => this.#chain('&&', () => this.#within('relation', () => this.#relation())));
  }

  /** Terms joined by a logical operator, as a balanced tree: so long chains are not deep. */
  #chain(word: string, term: () => Expr): Expr {
    const first = term();
    // Most terms have no operator.
    if (!this.#is(word)) return first;
    const terms = [first];
    const words: Token[] = [];
    for (let token = this.#takeIf(word); token !== undefined; token = this.#takeIf(word)) {
      words.push(token);
      terms.push(term());
    }
    return this.#nested(balanced(terms, words, 0, terms.length), 0, terms);
  }

  #relation(): Expr {
    let left = this.#within('calc', () => this.#sum());
    while (this.#token.kind === 'operator' && relations.has(this.#token.text)) {
      const token = this.#take();
      const right = this.#within('relation', () => this.#within('calc', () => this.#sum()));
      left = this.#operator(token, relationNames[token.text] ?? `_${token.text}_`, left, right);
    }
    return left;
  }

  #sum(): Expr {
    return this.#calc(additive, () => this.#calc(multiplicative, () => this.#unary()));
  }

  #calc(words: readonly string[], operand: () => Expr): Expr {
    let left = operand();
    while (this.#token.kind === 'operator' && words.includes(this.#token.text)) {
      const token = this.#take();
      left = this.#operator(token, `_${token.text}_`, left, this.#within('calc', operand));
    }
    return left;
  }

  #unary(): Expr {
    const word = this.#is('!') ? '!' : this.#is('-') ? '-' : undefined;
    if (word === undefined || (word === '-' && this.#isNumber(1))) return this.#member();
    const first = this.#take();
    let count = 1;
    while (this.#takeIf(word) !== undefined) count++;
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#operator(first, word === '!' ? '!_' : '-_', operand);
  }

  /** Whether the token after some more is a number that a sign belongs to. */
  #isNumber(ahead: number): boolean {
    const kind = this.#tokens[this.#next + ahead]?.kind;
    return this.problem === undefined && (kind === 'int' || kind === 'double');
  }

  #member(): Expr {
    let left = this.#primary();
    while (this.#is('.') || this.#is('[')) left = this.#is('.') ? this.#select(left) : this.#index(left);
    return left;
  }

  #select(operand: Expr): Expr {
    const dot = this.#take();
    const question = this.#takeIf('?');
    const field = this.#token;
    const name = this.#identifier();
    if (question !== undefined) {
      if (!this.#syntax.optionals) return this.#fail(dot.at, "unsupported syntax '.?'");
      return this.#operator(dot, '_?._', operand, { kind: 'literal', at: field.at, type: 'string', value: name });
    }
    if (field.kind === 'identifier' && this.#is('(')) {
      const { at } = this.#token;
      return this.#call(at, name, operand, this.#arguments());
    }
    return this.#nested({ kind: 'select', at: dot.at, operand, field: name, test: false }, 1, [operand]);
  }

  #identifier(): string {
    const { kind, text, at } = this.#token;
    if (kind === 'identifier') return this.#take().text;
    if (kind === 'escaped-identifier' && this.#syntax.quotedNames) return this.#take().text.slice(1, -1);
    if (kind === 'escaped-identifier') this.#fail(at, "unsupported syntax: '`'");
    else this.#unexpected('IDENTIFIER');
    return text;
  }

  #index(operand: Expr): Expr {
    const bracket = this.#take();
    const question = this.#takeIf('?');
    if (question !== undefined && !this.#syntax.optionals) return this.#fail(bracket.at, "unsupported syntax '[?'");
    const index = this.#expr();
    this.#expect(']');
    return this.#operator(bracket, question === undefined ? '_[_]' : '_[?_]', operand, index);
  }

  #primary(): Expr {
    const token = this.#token;
    switch (token.kind) {
      case 'identifier':
        return this.#named('');
      case 'operator':
        return this.#punctuated(token);
      case 'end':
      case 'escaped-identifier':
        this.#unexpected();
        return this.#fail(token.at, '');
      default:
        return this.#literal(this.#take(), token.at, false);
    }
  }

  #punctuated(token: Token): Expr {
    if (token.text === '.' && this.#tokens[this.#next + 1]?.kind === 'identifier') {
      this.#take();
      return this.#named('.');
    }
    if (token.text === '-' && this.#isNumber(1)) {
      this.#take();
      return this.#literal(this.#take(), token.at, true);
    }
    if (token.text === '(') {
      this.#take();
      const inner = this.#expr();
      this.#expect(')');
      return inner;
    }
    if (token.text === '[') return this.#list();
    if (token.text === '{') return this.#map();
    this.#unexpected();
    return this.#fail(token.at, '');
  }

  #literal(token: Token, at: number, negative: boolean): Expr {
    const literal = readLiteral(token, negative);
    return typeof literal === 'string' ? this.#fail(at, literal) : { kind: 'literal', at, ...literal };
  }

  /** A variable, a call of a function, or a message. */
  #named(dot: '' | '.'): Expr {
    const message = this.#messageName();
    if (message !== undefined) return this.#struct(`${dot}${message}`);
    const token = this.#take();
    if (isReserved(token.text)) return this.#fail(token.at, `reserved identifier: ${token.text}`);
    const name = `${dot}${token.text}`;
    if (!this.#is('(')) return { kind: 'ident', at: token.at, name };
    const { at } = this.#token;
    return this.#call(at, name, undefined, this.#arguments());
  }

  /** `a.b.C` before a brace, taken; undefined if no brace follows. */
  #messageName(): string | undefined {
    let end = this.#next + 1;
    while (this.#tokens[end]?.text === '.' && this.#tokens[end + 1]?.kind === 'identifier') end += 2;
    const brace = this.#tokens[end];
    if (brace?.kind !== 'operator' || brace.text !== '{') return undefined;
    const words = this.#tokens.slice(this.#next, end);
    this.#next = end;
    return words.map(({ text }) => text).join('');
  }

  #call(at: number, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    const expanded =
      this.problem === undefined ? expandMacro({ at, name, target, args }, this.#syntax.macros) : undefined;
    if (expanded !== undefined && isMacroProblem(expanded)) return this.#fail(expanded.at, expanded.message);
    const parts = target === undefined ? args : [target, ...args];
    return this.#nested(expanded ?? { kind: 'call', at, name, target, args }, target === undefined ? 0 : 1, parts);
  }

  #arguments(): readonly Expr[] {
    this.#expect('(');
    const args: Expr[] = [];
    if (this.#takeIf(')') !== undefined) return args;
    do args.push(this.#expr());
    while (this.#takeIf(',') !== undefined);
    this.#expect(')');
    return args;
  }

  #list(): Expr {
    const { at } = this.#take();
    const elements = this.#items(']', () => {
      const optional = this.#optional();
      return { value: this.#expr(), optional };
    });
    return this.#nested(
      { kind: 'list', at, elements },
      0,
      elements.map(({ value }) => value),
    );
  }

  #map(): Expr {
    const { at } = this.#take();
    const entries = this.#items('}', () => {
      const optional = this.#optional();
      const key = this.#expr();
      this.#expect(':');
      return { key, value: this.#expr(), optional };
    });
    return this.#nested(
      { kind: 'map', at, entries },
      0,
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  #struct(type: string): Expr {
    const { at } = this.#take();
    const fields = this.#items('}', (): StructField => {
      const optional = this.#optional();
      const name = this.#identifier();
      const colon = this.#token;
      this.#expect(':');
      return { at: colon.at, name, value: this.#expr(), optional };
    });
    return this.#nested(
      { kind: 'struct', at, type, fields },
      0,
      fields.map(({ value }) => value),
    );
  }

  #optional(): boolean {
    const question = this.#takeIf('?');
    if (question !== undefined && !this.#syntax.optionals) this.#fail(question.at, "unsupported syntax '?'");
    return question !== undefined;
  }

  /** Items up to a closing bracket; a trailing comma is allowed, even alone. */
  #items<T>(close: string, read: () => T): readonly T[] {
    const items: T[] = [];
    while (!this.#is(close) && !this.#is(',')) {
      items.push(read());
      if (!this.#is(',') || this.#tokens[this.#next + 1]?.text === close) break;
      this.#take();
      if (this.#is(',')) this.#unexpected();
      if (this.problem !== undefined) break;
    }
    this.#takeIf(',');
    this.#expect(close);
    return items;
  }
}

const nothing: Token = { kind: 'end', text: '<EOF>', at: 0 };

function balanced(terms: readonly Expr[], words: readonly Token[], from: number, to: number): Expr {
  const middle = Math.ceil((from + to) / 2);
  const [first, word] = [terms[from], words[middle - 1]];
  if (to - from <= 1 || word === undefined) return first ?? { kind: 'literal', at: 0, type: 'null_type', value: null };
  const name = `_${word.text}_`;
  const args = [balanced(terms, words, from, middle), balanced(terms, words, middle, to)];
  return { kind: 'call', at: word.at, name, target: undefined, args };
}
