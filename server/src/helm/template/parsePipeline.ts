import type { TemplateProblem, Token, TokenKind } from './lex.ts';
import type { Command, Operand, Pipeline } from './node.ts';

/** Deeper nesting of parentheses is refused. */
const deepest = 100;

/** The tokens of an action, read one after the other. */
export class TokenReader {
  problem: TemplateProblem | undefined;
  depth = 0;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token `ahead` positions later; undefined after the last. */
  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  take(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  /** Consumes the next token if it is of this kind. */
  takeIf(kind: TokenKind): Token | undefined {
    return this.peek()?.kind === kind ? this.take() : undefined;
  }

  refuse(token: Token, message: string): void {
    this.problem ??= { message, start: token.start, end: token.end };
  }

  /** The remaining tokens, as a problem. */
  unexpected(): TemplateProblem | undefined {
    const token = this.peek();
    return token && { message: `unexpected "${token.text}"`, start: token.start, end: token.end };
  }
}

/** Parses `$a := command | command` up to a closing parenthesis or the end. */
export function parsePipeline(reader: TokenReader): Pipeline | undefined {
  const first = reader.peek();
  if (first === undefined) return undefined;
  const { declares, assigns } = parseDeclaration(reader);
  const commands: Command[] = [];
  do {
    // Go accepts a trailing pipe.
    const next = reader.peek()?.kind;
    if (commands.length > 0 && (next === undefined || next === ')')) break;
    const command = parseCommand(reader);
    if (command === undefined) return undefined;
    commands.push(command);
  } while (reader.takeIf('|') !== undefined);
  const end = commands.at(-1)?.end ?? first.end;
  return { declares, assigns, commands, start: first.start, end };
}

function parseDeclaration(reader: TokenReader): Pick<Pipeline, 'declares' | 'assigns'> {
  const [first, second] = [reader.peek(), reader.peek(1)];
  if (first?.kind !== 'variable' || second === undefined) return { declares: [], assigns: false };
  if (second.kind === ':=' || second.kind === '=') {
    reader.take();
    reader.take();
    return { declares: [first.text], assigns: second.kind === '=' };
  }
  const third = reader.peek(2);
  const operator = reader.peek(3);
  if (second.kind !== ',' || third?.kind !== 'variable') return { declares: [], assigns: false };
  if (operator?.kind !== ':=' && operator?.kind !== '=') return { declares: [], assigns: false };
  for (let i = 0; i < 4; i++) reader.take();
  return { declares: [first.text, third.text], assigns: operator.kind === '=' };
}

function parseCommand(reader: TokenReader): Command | undefined {
  const operands: Operand[] = [];
  const start = reader.peek()?.start ?? 0;
  let end = start;
  for (let token = reader.peek(); token !== undefined; token = reader.peek()) {
    if (token.kind === '|' || token.kind === ')') break;
    const operand = parseOperand(reader);
    if (operand === undefined) return undefined;
    operands.push(operand.operand);
    end = operand.end;
  }
  return operands.length === 0 ? undefined : { operands, start, end };
}

interface ReadOperand {
  readonly operand: Operand;
  readonly end: number;
}

function parseOperand(reader: TokenReader): ReadOperand | undefined {
  const token = reader.take();
  if (token === undefined) return undefined;
  switch (token.kind) {
    case 'string':
      return { operand: { kind: 'text', text: token.text }, end: token.end };
    case 'number':
    case 'char':
      return { operand: { kind: 'number', text: token.text }, end: token.end };
    case 'word':
      return { operand: word(token.text), end: token.end };
    case 'dot':
      return { operand: { kind: 'dot', path: [] }, end: token.end };
    case 'field': {
      const { path, end } = fields(reader, token.end);
      return { operand: { kind: 'dot', path: [token.text, ...path] }, end };
    }
    case 'variable': {
      const { path, end } = fields(reader, token.end);
      return { operand: { kind: 'variable', name: token.text, path }, end };
    }
    case '(':
      return parseParentheses(reader, token);
    default:
      reader.refuse(token, `unexpected "${token.text}" in operand`);
      return undefined;
  }
}

function parseParentheses(reader: TokenReader, open: Token): ReadOperand | undefined {
  if (++reader.depth > deepest) {
    reader.refuse(open, 'parentheses are nested too deep');
    return undefined;
  }
  const pipeline = parsePipeline(reader);
  const close = reader.takeIf(')');
  reader.depth--;
  if (pipeline === undefined || close === undefined) {
    reader.refuse(open, 'missing value for parenthesized pipeline');
    return undefined;
  }
  const { path, end } = fields(reader, close.end);
  return { operand: { kind: 'pipeline', pipeline, path }, end };
}

/** Fields that follow without a blank. */
function fields(reader: TokenReader, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let end = from;
  for (let next = reader.peek(); next?.kind === 'field' && next.start === end; next = reader.peek()) {
    path.push(next.text);
    end = next.end;
    reader.take();
  }
  return { path, end };
}

function word(text: string): Operand {
  if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
  return text === 'nil' ? { kind: 'constant', value: null } : { kind: 'function', name: text };
}
