import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver/node';
import { type CelSymbol, isFound, symbolsAt } from '../../cel/describe.ts';
import { celWordAt } from '../../cel/expressionContext.ts';
import type { Position } from '../../text/lineIndex.ts';
import { celAt } from '../celAt.ts';
import type { JudgedDocument } from '../judgedDocument.ts';

/** The functions, macros and variables that an expression may name at a position and that every target finds. */
export function celCompletion(document: JudgedDocument, position: Position): readonly CompletionItem[] {
  const at = celAt(document, position);
  if (at === undefined) return [];
  const word = celWordAt(document.text, at.offset);
  const { surfaces } = document.targets;
  const items = new Map<string, CompletionItem>();
  for (const symbol of symbolsAt(at.context)) {
    const label = labelFor(symbol, word);
    if (label === undefined || !surfaces.every((surface) => isFound(symbol, at.context, surface))) continue;
    if (!items.has(label)) items.set(label, item(symbol, label));
  }
  return [...items.values()];
}

/** The text of a symbol in place of the word; undefined if it does not fit. */
function labelFor(
  { name, isMember }: CelSymbol,
  word: { readonly prefix: string | undefined; readonly isMember: boolean },
): string | undefined {
  if (!word.isMember) return isMember ? undefined : name;
  if (word.prefix !== undefined && name.startsWith(`${word.prefix}.`)) return name.slice(word.prefix.length + 1);
  return isMember ? name : undefined;
}

const kinds = {
  function: CompletionItemKind.Function,
  macro: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
} as const;

function item({ kind, signatures, description, since }: CelSymbol, label: string): CompletionItem {
  const documentation = since === undefined ? description : `${description} ${since}`;
  return { label, kind: kinds[kind], detail: signatures.join('\n'), documentation };
}
