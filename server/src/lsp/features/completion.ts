import type { CompletionItem } from 'vscode-languageserver/node';
import type { NameableObject } from '../../insight/suggestNames.ts';
import type { Position } from '../../text/lineIndex.ts';
import type { ClientCompletion } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celCompletion } from './celCompletion.ts';
import { type CompletionList, manifestCompletion, newObjects } from './manifestCompletion.ts';
import { nameCompletion } from './nameCompletion.ts';
import { settingCompletion } from './settingCompletion.ts';
import { suppressionCompletion } from './suppressions.ts';

/** A provider of completions at a position. */
type Provider = (document: JudgedDocument, position: Position, takes: ClientCompletion) => readonly CompletionItem[];

/** Providers for texts outside Kubernetes schemas, one line each. */
const beyondSchemas: readonly Provider[] = [celCompletion, settingCompletion, suppressionCompletion];

/** Characters that may trigger completion. */
export const completionTriggers: readonly string[] = ['.', ' ', '=', ',', '-', '/', '"', '$'];

/**
 * Answers `textDocument/completion`.
 *
 * @param objects the named objects of the workspace.
 * @param hasNeighbour another extension completes manifests by a schema of Kubernetes: fields would be there twice.
 */
export async function completion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  hasNeighbour: boolean,
  objects: () => Promise<readonly NameableObject[]>,
): Promise<CompletionList> {
  const items = beyondSchemas.flatMap((provider) => [...provider(document, position, takes)]);
  if (items.length > 0) return { items, isIncomplete: false };
  const names = await nameCompletion(document, position, takes, objects);
  const list = (hasNeighbour ? newObjects : manifestCompletion)(document, position, takes);
  return { ...list, items: [...names, ...list.items] };
}
