import type { CompletionItem } from 'vscode-languageserver/node';
import type { Position } from '../../text/lineIndex.ts';
import type { ClientCompletion } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celCompletion } from './celCompletion.ts';
import { manifestCompletion, newObjects } from './manifestCompletion.ts';
import { settingCompletion } from './settingCompletion.ts';
import { suppressionCompletion } from './suppressions.ts';

/** Something that knows what can be written at a position. */
type Provider = (document: JudgedDocument, position: Position, takes: ClientCompletion) => readonly CompletionItem[];

/** What no schema of Kubernetes has, one line each. */
const beyondSchemas: readonly Provider[] = [celCompletion, settingCompletion, suppressionCompletion];

/** Characters after which there may be something to offer. */
export const completionTriggers: readonly string[] = ['.', ' ', '=', ',', '-', '/', '"', '$'];

/**
 * Answers `textDocument/completion`.
 *
 * @param hasNeighbour another extension completes manifests by a schema of Kubernetes: fields would be there twice.
 */
export function completion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  hasNeighbour: boolean,
): CompletionItem[] {
  const found = beyondSchemas.flatMap((provider) => [...provider(document, position, takes)]);
  if (found.length > 0) return found;
  return [...(hasNeighbour ? newObjects : manifestCompletion)(document, position, takes)];
}
