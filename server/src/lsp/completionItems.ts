import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver/node';
import type { Suggestion } from '../insight/suggestion.ts';
import type { Range } from '../text/lineIndex.ts';

/** Where suggestions are written, and what the client makes of them. */
export interface Writing {
  /** What they take the place of. */
  readonly range: Range;
  readonly newline: string;
  /** Whether the client lets the user fill in what is missing between pieces. */
  readonly snippets: boolean;
}

/** Suggestions in their order as the protocol has them. */
export function completionItems(suggestions: readonly Suggestion[], writing: Writing): readonly CompletionItem[] {
  return suggestions.map((one, index) => toItem(one, index, writing));
}

/** The line break that a text uses. */
export function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

const kinds: Readonly<Record<Suggestion['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  'api-version': CompletionItemKind.Module,
  kind: CompletionItemKind.Class,
  flag: CompletionItemKind.Property,
  setting: CompletionItemKind.Property,
  version: CompletionItemKind.Constant,
  name: CompletionItemKind.Reference,
};

function toItem(one: Suggestion, index: number, { range, newline, snippets }: Writing): CompletionItem {
  const { label, pieces, detail, note, deprecated, kind } = one;
  const asSnippet = snippets && pieces.length > 1;
  const written = asSnippet ? pieces.map((piece) => piece.replace(/[\\$}]/g, '\\$&')) : pieces;
  const joined = asSnippet ? written.reduce((all, piece, at) => `${all}\${${at}}${piece}`) : written.join('');
  return {
    label,
    kind: kinds[kind],
    detail: `Kubecompat: ${[detail, note].filter((part) => part !== '').join('; ')}`,
    ...(note === '' ? {} : { labelDetails: { description: note } }),
    ...(deprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    sortText: String(index).padStart(5, '0'),
    filterText: label,
    // The lines come with their indentation.
    insertTextMode: InsertTextMode.asIs,
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range, newText: joined.replaceAll('\n', newline) },
  };
}
