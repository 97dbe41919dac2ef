import type { CompletionItem } from 'vscode-languageserver/node';
import { outlinePositionAt } from '../../insight/outlinePosition.ts';
import { objectsAt, suggestAt } from '../../insight/suggest.ts';
import type { Position } from '../../text/lineIndex.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import { descriptions } from '../descriptions.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { surfacesAt } from './surfacesAt.ts';

/** The completions from the targets of a document: versions, kinds, fields and values, and whole objects. */
export function manifestCompletion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
): readonly CompletionItem[] {
  return suggested(document, position, takes, suggestAt);
}

/** Only whole objects, for an empty document: no schema provides these. */
export function newObjects(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
): readonly CompletionItem[] {
  return suggested(document, position, takes, objectsAt);
}

function suggested(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  suggest: typeof suggestAt,
): readonly CompletionItem[] {
  const { text, lines, path } = document;
  const outline = outlinePositionAt(text, offsetAt(lines, position));
  if (outline === undefined) return [];
  const isJson = path.endsWith('.json') || /^\s*\{\s*(?:"|$)/.test(text);
  const suggestions = suggest(outline, surfacesAt(outline, document), isJson, descriptions);
  return completionItems(suggestions, { range: lines.range(outline.word), newline: newlineOf(text), ...takes });
}
