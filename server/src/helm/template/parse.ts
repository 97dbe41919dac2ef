import type { Span } from '../../text/span.ts';
import { lexTemplate, type Piece, type TemplateProblem } from './lex.ts';
import type { BranchNode, TemplateBody, TemplateNode } from './node.ts';
import { parsePipeline, TokenReader } from './parsePipeline.ts';

/** A template, or why the text is not one. */
export interface ParsedTemplate {
  readonly body: TemplateBody;
  /** Like Go's parser, parsing stops at the first problem: `body` has the nodes before it. */
  readonly problem: TemplateProblem | undefined;
}

/** Deeper nesting of control actions is refused; no hand-written template comes near. */
const deepest = 200;

/** Parses a Go template as `text/template/parse` does. Never throws; linear in the text. */
export function parseTemplate(text: string): ParsedTemplate {
  const { pieces, problem } = lexTemplate(text);
  const parser = new Parser(pieces, text.length);
  const body = parser.all();
  return { body, problem: parser.problem ?? problem };
}

type Action = Extract<Piece, { kind: 'action' }>;

/** A body with the action that ends it: `else`, `end`, or none at the end of the text. */
interface EndedBody {
  readonly body: TemplateBody;
  readonly end: Action | undefined;
}

class Parser {
  problem: TemplateProblem | undefined;
  readonly #pieces: readonly Piece[];
  readonly #length: number;
  #next = 0;
  #depth = 0;

  constructor(pieces: readonly Piece[], length: number) {
    this.#pieces = pieces;
    this.#length = length;
  }

  all(): TemplateBody {
    const { body, end } = this.#body(0);
    if (end !== undefined) this.#refuse(end, `unexpected {{${end.tokens[0]?.text ?? ''}}}`);
    return body;
  }

  #refuse({ start, end }: Span, message: string): void {
    this.problem ??= { message, start, end };
  }

  #body(start: number): EndedBody {
    const nodes: TemplateNode[] = [];
    while (this.problem === undefined) {
      const piece = this.#pieces[this.#next++];
      if (piece === undefined) break;
      if (piece.kind === 'text') nodes.push(piece);
      if (piece.kind !== 'action') continue;
      const word = keywordOf(piece);
      if (word === 'end' || word === 'else') return { body: { nodes, start, end: piece.start }, end: piece };
      this.#action(piece, word, nodes);
    }
    return { body: { nodes, start, end: this.#length }, end: undefined };
  }

  #action(piece: Action, word: string | undefined, nodes: TemplateNode[]): void {
    const { start, end } = piece;
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        nodes.push(this.#branch(piece, word, 1));
        return;
      case 'define':
      case 'block':
        this.#definition(piece, word, nodes);
        return;
      case 'template': {
        const name = nameOf(piece);
        if (name === undefined) this.#refuse(piece, 'template needs a name in quotes');
        else nodes.push({ kind: 'call', name, pipeline: this.#pipeline(piece, 2), start, end });
        return;
      }
      case 'break':
      case 'continue':
        nodes.push({ kind: 'jump', start, end });
        return;
    }
    const pipeline = this.#pipeline(piece, 0);
    if (pipeline !== undefined) nodes.push({ kind: 'action', pipeline, start, end });
    else this.#refuse(piece, 'missing value for command');
  }

  /** @param skip the number of tokens before the pipeline: one for `if`, two for `else if`. */
  #branch(head: Action, keyword: BranchNode['keyword'], skip: number): BranchNode {
    const pipeline = this.#pipeline(head, skip);
    if (pipeline === undefined) this.#refuse(head, `missing value for ${keyword}`);
    if (++this.#depth > deepest) this.#refuse(head, 'control actions are nested too deep');
    const { body, end } = this.#body(head.end);
    let otherwise: TemplateBody | undefined;
    let last = end;
    if (end !== undefined && keywordOf(end) === 'else') {
      const next = end.tokens[1]?.text;
      if (next === 'if' || next === 'with') {
        const nested = this.#branch(end, next, 2);
        // `else if` ends with the outer `end`.
        this.#depth--;
        otherwise = { nodes: [nested], start: end.start, end: nested.end };
        return branchNode(head, keyword, pipeline, body, otherwise, nested.end);
      }
      const rest = this.#body(end.end);
      otherwise = rest.body;
      last = rest.end;
      if (last !== undefined && keywordOf(last) === 'else') this.#refuse(last, 'expected end; found {{else}}');
    }
    this.#depth--;
    if (last === undefined) this.#refuse(head, `{{${keyword}}} has no {{end}}`);
    return branchNode(head, keyword, pipeline, body, otherwise, last?.end ?? this.#length);
  }

  #definition(head: Action, word: 'define' | 'block', nodes: TemplateNode[]): void {
    const name = nameOf(head);
    if (name === undefined) this.#refuse(head, `${word} needs a name in quotes`);
    const pipeline = word === 'block' ? this.#pipeline(head, 2) : undefined;
    if (++this.#depth > deepest) this.#refuse(head, 'control actions are nested too deep');
    const { body, end } = this.#body(head.end);
    this.#depth--;
    if (end === undefined) this.#refuse(head, `{{${word}}} has no {{end}}`);
    else if (keywordOf(end) === 'else') this.#refuse(end, `unexpected {{else}} in ${word} clause`);
    const span = { start: head.start, end: end?.end ?? this.#length };
    nodes.push({ kind: 'define', name: name ?? '', body, ...span });
    if (word === 'block') nodes.push({ kind: 'call', name: name ?? '', pipeline, ...span });
  }

  #pipeline(piece: Action, skip: number) {
    const tokens = piece.tokens.slice(skip);
    if (tokens.length === 0) return undefined;
    const reader = new TokenReader(tokens);
    const pipeline = parsePipeline(reader);
    const problem = reader.problem ?? reader.unexpected();
    if (problem !== undefined) this.#refuse(problem, problem.message);
    return pipeline;
  }
}

function branchNode(
  head: Action,
  keyword: BranchNode['keyword'],
  pipeline: BranchNode['pipeline'] | undefined,
  body: TemplateBody,
  otherwise: TemplateBody | undefined,
  end: number,
): BranchNode {
  const { start } = head;
  const none = { declares: [], assigns: false, commands: [], start, end: head.end };
  return {
    kind: 'branch',
    keyword,
    head: { start, end: head.end },
    pipeline: pipeline ?? none,
    body,
    otherwise,
    start,
    end,
  };
}

function keywordOf({ tokens }: Action): string | undefined {
  const [first] = tokens;
  return first?.kind === 'keyword' ? first.text : undefined;
}

function nameOf({ tokens }: Action): string | undefined {
  const token = tokens[1];
  return token?.kind === 'string' ? token.text : undefined;
}
