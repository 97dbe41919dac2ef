import type { CompletionItem } from 'vscode-languageserver/node';
import { outlinePositionAt } from '../../insight/outlinePosition.ts';
import { type NameableObject, suggestNames } from '../../insight/suggestNames.ts';
import type { Position } from '../../text/lineIndex.ts';
import { touches } from '../../text/span.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { isJsonText } from './isJsonText.ts';
import { surfacesAt } from './surfacesAt.ts';

/** The names that a value may have: of objects of the workspace and their parts, and of parts of the same object. */
export async function nameCompletion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  objects: () => Promise<readonly NameableObject[]>,
): Promise<readonly CompletionItem[]> {
  const { text, lines, analysis } = document;
  const offset = offsetAt(lines, position);
  const outline = outlinePositionAt(text, offset);
  if (outline === undefined) return [];
  const around = analysis.manifest.documents.find(({ span }) => touches(span, offset));
  const root = around?.root;
  // A value that is not written yet is behind the end of the object.
  const inDocument = analysis.resources.filter(({ resource }) => resource.document === around?.index);
  const { resource } = inDocument.find((judged) => touches(judged.resource.root, offset)) ?? inDocument[0] ?? {};
  const context = { isJson: isJsonText(document), root, namespace: resource?.namespace, objects };
  const suggestions = await suggestNames(outline, surfacesAt(outline, document), context);
  return completionItems(suggestions, { range: lines.range(outline.word), newline: newlineOf(text), ...takes });
}
