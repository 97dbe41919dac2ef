import type { CompletionItem } from 'vscode-languageserver/node';
import type { Position } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celCompletion } from './celCompletion.ts';
import { manifestCompletion } from './manifestCompletion.ts';
import { settingCompletion } from './settingCompletion.ts';
import { suppressionCompletion } from './suppressions.ts';

/** Something that knows what can be written at a position. */
type Provider = (document: JudgedDocument, position: Position, snippets: boolean) => readonly CompletionItem[];

/** What no schema of Kubernetes has, one line each. */
const beyondSchemas: readonly Provider[] = [celCompletion, settingCompletion, suppressionCompletion];

/** Characters after which there may be something to offer. */
export const completionTriggers: readonly string[] = ['.', ' ', '=', ',', '-', '/'];

/**
 * Answers `textDocument/completion`.
 *
 * @param snippets whether the client takes snippets.
 * @param hasNeighbour another extension completes manifests by a schema of Kubernetes: ours would be there twice.
 */
export function completion(
  document: JudgedDocument,
  position: Position,
  snippets: boolean,
  hasNeighbour: boolean,
): CompletionItem[] {
  const found = beyondSchemas.flatMap((provider) => [...provider(document, position, snippets)]);
  if (found.length > 0 || hasNeighbour) return found;
  return [...manifestCompletion(document, position, snippets)];
}
