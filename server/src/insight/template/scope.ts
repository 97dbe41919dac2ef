import type { Action, ActionToken } from './tokens.ts';

/** From the object that templates are run with down to a value: names of members, and `[]` for items and entries. */
export type ValuePath = readonly string[];

/** The step to any item of a list or entry of a map. */
export const item = '[]';

/** The values of `.`, `$` and variables at a position; undefined if only running the template could tell. */
export interface Scope {
  readonly dot: ValuePath | undefined;
  readonly variables: ReadonlyMap<string, ValuePath | undefined>;
}

interface Frame extends Scope {
  readonly keyword: string;
  readonly variables: Map<string, ValuePath | undefined>;
}

/** The scope after some actions. Named templates are assumed to be called with the root object, as almost all are. */
export function scopeBehind(actions: readonly Action[]): Scope {
  const frames: Frame[] = [{ keyword: '', dot: [], variables: new Map() }];
  for (const { tokens } of actions) step(tokens, frames);
  return top(frames);
}

function top(frames: readonly Frame[]): Frame {
  return frames.at(-1) ?? { keyword: '', dot: [], variables: new Map() };
}

function step(tokens: readonly ActionToken[], frames: Frame[]): void {
  const [first, second] = tokens;
  const outer = top(frames);
  switch (first?.kind === 'word' ? first.text : '') {
    case 'end':
      if (frames.length > 1) frames.pop();
      return;
    case 'define':
    case 'block':
      push({ keyword: 'define', dot: [], variables: new Map() }, frames);
      return;
    case 'if':
    case 'with':
    case 'range':
      push(opened(first?.text ?? '', tokens.slice(1), outer), frames);
      return;
    case 'else': {
      if (frames.length < 2) return;
      frames.pop();
      const before = top(frames);
      const next = second?.text === 'if' || second?.text === 'with' ? second.text : 'else';
      frames.push(opened(next, tokens.slice(2), before));
      return;
    }
  }
  declare(tokens, outer, (path) => path, outer.variables);
}

/** The maximum nesting; every frame has the variables of outer ones. */
const maxFrames = 100;

function push(frame: Frame, frames: Frame[]): void {
  if (frames.length < maxFrames) frames.push(frame);
}

function opened(keyword: string, tokens: readonly ActionToken[], outer: Frame): Frame {
  const variables = new Map(outer.variables);
  const into = (path: ValuePath | undefined) => (keyword === 'range' ? path && [...path, item] : path);
  const path = into(declare(tokens, outer, into, variables) ?? resolved(tokens, outer));
  const dot = keyword === 'with' || keyword === 'range' ? path : outer.dot;
  return { keyword, dot, variables };
}

/** Parses `$a := …` and `$a, $b := …`, and returns the rest; undefined without a declaration. */
function declare(
  tokens: readonly ActionToken[],
  scope: Scope,
  into: (path: ValuePath | undefined) => ValuePath | undefined,
  variables: Map<string, ValuePath | undefined>,
): ValuePath | undefined {
  const sign = tokens.findIndex(({ kind, text }) => kind === 'sign' && (text === ':=' || text === '='));
  const names = tokens.slice(0, Math.max(0, sign)).filter(({ kind }) => kind === 'variable');
  if (names.length === 0 || names.length > 2) return undefined;
  const path = resolved(tokens.slice(sign + 1), scope);
  const last = names.at(-1);
  if (last !== undefined) variables.set(last.text, into(path));
  // The other one is an index or a key.
  if (names.length === 2 && names[0] !== undefined) variables.set(names[0].text, undefined);
  return path;
}

/** Functions that return their last argument, or a replacement. */
const passing: ReadonlySet<string> = new Set(['default', 'required', 'deepCopy', 'mustDeepCopy']);

/** The value of a pipeline, if it is just a path. */
export function resolved(tokens: readonly ActionToken[], scope: Scope): ValuePath | undefined {
  const [first = [], ...others] = split(tokens);
  const passes = others.every(([name]) => name?.kind === 'word' && passing.has(name.text));
  return passes ? command(first, scope) : undefined;
}

/** Splits a command sequence at top-level pipes. */
function split(tokens: readonly ActionToken[]): readonly (readonly ActionToken[])[] {
  const commands: ActionToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === '(') depth++;
    if (token.kind === 'sign' && token.text === ')') depth--;
    if (depth === 0 && token.kind === 'sign' && token.text === '|') commands.push([]);
    else commands.at(-1)?.push(token);
  }
  return commands;
}

function command(tokens: readonly ActionToken[], scope: Scope): ValuePath | undefined {
  const [first] = tokens;
  if (first?.kind !== 'word') return operandPath(tokens, scope);
  const operands = operandsOf(tokens.slice(1));
  if (passing.has(first.text)) return operandPath(operands.at(-1) ?? [], scope);
  if (first.text !== 'index' && first.text !== 'get') return undefined;
  const base = operandPath(operands[0] ?? [], scope);
  if (base === undefined) return undefined;
  return [...base, ...operands.slice(1).map(([key]) => (key?.kind === 'string' ? key.text : item))];
}

/** Groups tokens into operands: adjacent ones, and parentheses with their content. */
function operandsOf(tokens: readonly ActionToken[]): readonly (readonly ActionToken[])[] {
  const operands: ActionToken[][] = [];
  let depth = 0;
  let end = -1;
  for (const token of tokens) {
    if (depth > 0 || token.start === end) operands.at(-1)?.push(token);
    else operands.push([token]);
    if (token.kind === 'sign' && token.text === '(') depth++;
    if (token.kind === 'sign' && token.text === ')') depth--;
    end = token.end;
  }
  return operands;
}

/** The maximum nesting of parentheses: deeper ones are unknown. */
const deepest = 50;

/** The value of one operand: `.a.b`, `$x.a`, `(…).a`. */
export function operandPath(tokens: readonly ActionToken[], scope: Scope, depth = 0): ValuePath | undefined {
  const [first, ...rest] = tokens;
  if (first === undefined || depth > deepest) return undefined;
  if (first.kind === 'field') return below(scope.dot, tokens);
  if (first.kind === 'variable') {
    return below(first.text === '$' ? (scope.variables.get('$') ?? []) : scope.variables.get(first.text), rest);
  }
  if (first.kind !== 'sign' || first.text !== '(') return undefined;
  const close = tokens.findLastIndex(({ kind, text }) => kind === 'sign' && text === ')');
  const inner = resolved(tokens.slice(1, close < 0 ? undefined : close), scope);
  return close < 0 ? undefined : below(inner, tokens.slice(close + 1));
}

function below(base: ValuePath | undefined, fields: readonly ActionToken[]): ValuePath | undefined {
  if (base === undefined || !fields.every(({ kind }) => kind === 'field')) return undefined;
  return [...base, ...fields.map(({ text }) => text.slice(1)).filter((name) => name !== '')];
}
