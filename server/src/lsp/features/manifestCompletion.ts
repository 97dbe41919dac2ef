import type { CompletionItem } from 'vscode-languageserver/node';
import { placeAt } from '../../insight/placeAt.ts';
import { suggestAt } from '../../insight/suggest.ts';
import type { Position } from '../../text/lineIndex.ts';
import { completionItems, newlineOf } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { surfacesAt } from './surfacesAt.ts';

/**
 * What the targets of a document take at a position: versions, kinds, fields and values.
 *
 * @param snippets whether the client lets the user fill in what is missing between pieces.
 */
export function manifestCompletion(
  document: JudgedDocument,
  position: Position,
  snippets: boolean,
): readonly CompletionItem[] {
  const { text, lines, path } = document;
  const place = placeAt(text, offsetAt(lines, position));
  if (place === undefined) return [];
  const isJson = path.endsWith('.json') || /^\s*\{\s*(?:"|$)/.test(text);
  const suggestions = suggestAt(place, surfacesAt(place, document), isJson);
  return completionItems(suggestions, { range: lines.range(place.word), newline: newlineOf(text), snippets });
}
