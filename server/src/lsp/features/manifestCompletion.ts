import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver/node';
import { placeAt } from '../../insight/placeAt.ts';
import { suggestAt } from '../../insight/suggest.ts';
import type { Suggestion } from '../../insight/suggestion.ts';
import type { Position, Range } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

/**
 * What the targets of a document take at a position: versions, kinds, fields and values.
 *
 * @param snippets whether the client lets the user fill in what is missing between pieces.
 */
export function manifestCompletion(
  { text, lines, targets, path }: JudgedDocument,
  position: Position,
  snippets: boolean,
): readonly CompletionItem[] {
  const place = placeAt(text, offsetAt(lines, position));
  if (place === undefined) return [];
  const range = lines.range(place.word);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const isJson = path.endsWith('.json') || /^\s*\{\s*(?:"|$)/.test(text);
  return suggestAt(place, targets.surfaces, isJson).map((one, index) =>
    toItem(one, { index, range, newline, snippets }),
  );
}

const kinds: Readonly<Record<Suggestion['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  'api-version': CompletionItemKind.Module,
  kind: CompletionItemKind.Class,
};

interface Written {
  readonly index: number;
  readonly range: Range;
  readonly newline: string;
  readonly snippets: boolean;
}

function toItem(one: Suggestion, { index, range, newline, snippets }: Written): CompletionItem {
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
