import type { Span } from '../../text/span.ts';

/** A token of a possibly incomplete action. */
export interface ActionToken extends Span {
  readonly kind: 'string' | 'variable' | 'field' | 'word' | 'number' | 'sign';
  /** As written; for a string its content. */
  readonly text: string;
}

/** An action of a template, closed or not. */
export interface Action extends Span {
  readonly tokens: readonly ActionToken[];
}

const patterns: readonly (readonly [ActionToken['kind'], RegExp])[] = [
  ['string', /"(?:[^"\\\n]|\\[^\n])*"?/y],
  ['string', /`[^`]*`?/y],
  ['variable', /\$[\p{L}\p{Nd}_]*/uy],
  ['number', /[-+]?[0-9][0-9A-Za-z_.]*/y],
  ['field', /\.[\p{L}_]?[\p{L}\p{Nd}_]*/uy],
  ['word', /[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['sign', /:=|[^\s]/y],
];

/** The actions of a template that begin before an offset, without comments. One pass. */
export function actionsBefore(text: string, offset: number): readonly Action[] {
  const actions: Action[] = [];
  for (let open = text.indexOf('{{'); open >= 0 && open < offset; ) {
    const from = text.startsWith('{{- ', open) ? open + 3 : open + 2;
    if (text.startsWith('/*', text.startsWith(' ', from) ? from + 1 : from)) {
      const close = text.indexOf('*/', from);
      if (close < 0) return actions;
      open = text.indexOf('{{', close);
      continue;
    }
    const action = actionAt(text, open, from);
    actions.push(action);
    open = text.indexOf('{{', action.end);
  }
  return actions;
}

function actionAt(text: string, start: number, from: number): Action {
  const tokens: ActionToken[] = [];
  let at = from;
  while (at < text.length) {
    if (text.startsWith('}}', at) || text.startsWith('-}}', at)) {
      return { tokens, start, end: text.indexOf('}}', at) + 2 };
    }
    // Another one begins before this one ends: it is still being typed.
    if (text.startsWith('{{', at)) break;
    const token = /\s/.test(text.charAt(at)) ? undefined : tokenAt(text, at);
    if (token === undefined) at++;
    else {
      tokens.push(token);
      at = token.end;
    }
  }
  return { tokens, start, end: at };
}

function tokenAt(text: string, at: number): ActionToken | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    const end = at + found.length;
    return { kind, text: kind === 'string' ? found.slice(1).replace(/["`]$/, '') : found, start: at, end };
  }
  return undefined;
}
