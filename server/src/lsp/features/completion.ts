import type { CompletionItem } from 'vscode-languageserver/node';
import type { Position } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celCompletion } from './celCompletion.ts';
import { manifestCompletion } from './manifestCompletion.ts';

/** Everything that knows what can be written at a position, one line each. */
const providers: readonly ((
  document: JudgedDocument,
  position: Position,
  snippets: boolean,
) => readonly CompletionItem[])[] = [celCompletion, manifestCompletion];

/** Characters after which there may be something to offer. */
export const completionTriggers: readonly string[] = ['.', ' '];

/**
 * Answers `textDocument/completion`.
 *
 * @param snippets whether the client takes snippets.
 */
export function completion(document: JudgedDocument, position: Position, snippets: boolean): CompletionItem[] {
  return providers.flatMap((provider) => [...provider(document, position, snippets)]);
}
