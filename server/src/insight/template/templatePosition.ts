import type { Span } from '../../text/span.ts';
import { operandPath, type Scope, scopeBehind, type ValuePath } from './scope.ts';
import { type Action, type ActionToken, actionsBefore } from './tokens.ts';

/** The position of an offset in the actions of a template. `word` is the partial or whole word there. */
export type TemplatePosition = { readonly word: Word } & (
  | {
      /** A member of `object`, which is undefined if unknown. */
      readonly slot: 'member';
      readonly object: ValuePath | undefined;
    }
  /** The name of a template that is called. */
  | { readonly slot: 'template' }
  | { readonly slot: 'variable'; readonly scope: Scope }
  /** A function, or the beginning of anything. */
  | { readonly slot: 'function'; readonly scope: Scope }
);

/** A stretch of the text. */
export interface Word extends Span {
  readonly text: string;
}

/** The position of an offset; undefined outside of actions, in comments and in texts. Works on incomplete text. */
export function templatePositionAt(text: string, offset: number): TemplatePosition | undefined {
  const actions = actionsBefore(text, offset);
  const action = actions.at(-1);
  if (action === undefined || !isInside(text, action, offset)) return undefined;
  const scope = scopeBehind(actions.slice(0, -1));
  const index = action.tokens.findIndex(({ start, end }) => start < offset && offset <= end);
  const token = action.tokens[index];
  // The end of a word is not the beginning of another.
  if (token === undefined || token.kind === 'sign') {
    return { slot: 'function', word: { text: '', start: offset, end: offset }, scope };
  }
  return positionOf(token, action.tokens.slice(0, index), text, offset, scope);
}

function isInside(text: string, { start, end }: Action, offset: number): boolean {
  const isClosed = text.startsWith('}}', end - 2) && end - 2 >= start + 2;
  return offset >= start + 2 && (isClosed ? offset <= end - 2 : offset <= end);
}

function positionOf(
  token: ActionToken,
  before: readonly ActionToken[],
  text: string,
  offset: number,
  scope: Scope,
): TemplatePosition | undefined {
  const { kind, start, end } = token;
  switch (kind) {
    case 'field': {
      const object = operandPath(operandBefore(token, before), scope);
      const isFirst = before.at(-1)?.end !== start || !isOperand(before.at(-1));
      const word = { text: token.text.slice(1), start: start + 1, end };
      return offset > start ? { slot: 'member', object: isFirst ? scope.dot : object, word } : undefined;
    }
    case 'variable':
      return { slot: 'variable', word: { text: token.text, start, end }, scope };
    case 'word':
      return { slot: 'function', word: { text: token.text, start, end }, scope };
    case 'string': {
      const isCall = before.at(-1)?.kind === 'word' && callers.has(before.at(-1)?.text ?? '');
      const isClosed = end - start > 1 && text[end - 1] === text[start];
      if (!isCall || (isClosed && offset === end)) return undefined;
      return { slot: 'template', word: { text: token.text, start: start + 1, end: isClosed ? end - 1 : end } };
    }
    default:
      return undefined;
  }
}

const callers: ReadonlySet<string> = new Set(['include', 'template', 'block', 'define']);

function isOperand(token: ActionToken | undefined): boolean {
  return token?.kind === 'field' || token?.kind === 'variable' || (token?.kind === 'sign' && token.text === ')');
}

/** The tokens before a field that belong to it: adjacent ones, and parentheses with their content. */
function operandBefore(token: ActionToken, before: readonly ActionToken[]): readonly ActionToken[] {
  let end = token.start;
  let depth = 0;
  let from = before.length;
  for (; from > 0; from--) {
    const actionToken = before[from - 1];
    if (actionToken === undefined || (depth === 0 && (actionToken.end !== end || !isOperand(actionToken)))) break;
    if (actionToken.kind === 'sign' && actionToken.text === ')') depth++;
    if (actionToken.kind === 'sign' && actionToken.text === '(') depth--;
    end = actionToken.start;
    if (depth === 0 && actionToken.kind === 'sign' && actionToken.text === '(') return before.slice(from - 1);
  }
  return before.slice(from);
}
