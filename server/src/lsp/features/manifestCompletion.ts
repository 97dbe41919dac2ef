import type { CompletionItem } from 'vscode-languageserver/node';
import { kustomizationTypeAt } from '../../insight/kustomizationType.ts';
import type { OutlinePosition } from '../../insight/outline.ts';
import { outlinePositionAt } from '../../insight/outlinePosition.ts';
import { objectsAt, suggestAt } from '../../insight/suggest.ts';
import type { Suggestion } from '../../insight/suggestion.ts';
import { lacksKnownKinds } from '../../insight/suggestKnownKinds.ts';
import type { Position } from '../../text/lineIndex.ts';
import { readKnownKinds } from '../../workspace/shipped/crdSetFile.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import { descriptions } from '../descriptions.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { isJsonText } from './isJsonText.ts';
import { surfacesAt } from './surfacesAt.ts';

/** Completion items, and whether the next letter brings others. */
export interface CompletionList {
  readonly items: CompletionItem[];
  readonly isIncomplete: boolean;
}

/** The completions from the targets of a document: versions, kinds, fields and values, and whole objects. */
export function manifestCompletion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
): CompletionList {
  return suggested(document, position, takes, suggestAt);
}

/** Only whole objects, for an empty document: no schema provides these. */
export function newObjects(document: JudgedDocument, position: Position, takes: ClientCompletion): CompletionList {
  return suggested(document, position, takes, objectsAt);
}

function suggested(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  suggest: typeof suggestAt,
): CompletionList {
  const { text, lines, path } = document;
  const outline = outlinePositionAt(text, offsetAt(lines, position));
  if (outline === undefined) return { items: [], isIncomplete: false };
  const isJson = isJsonText(document);
  const rootType = kustomizationTypeAt(outline.container, path);
  const context = { isJson, descriptions, knownKinds: readKnownKinds, rootType };
  const suggestions = suggest(outline, surfacesAt(outline, document), context);
  const writing = { range: lines.range(outline.word), newline: newlineOf(text), ...takes };
  return { items: [...completionItems(suggestions, writing)], isIncomplete: isIncomplete(suggestions, outline) };
}

function isIncomplete(suggestions: readonly Suggestion[], { word }: OutlinePosition): boolean {
  const ofHead = suggestions.some(({ kind }) => kind === 'kind' || kind === 'object' || kind === 'api-version');
  return ofHead && lacksKnownKinds(word.text);
}
