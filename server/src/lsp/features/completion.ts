import type { CompletionItem } from 'vscode-languageserver/node';
import type { Position } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celCompletion } from './celCompletion.ts';

/** Everything that knows what can be written at a position, one line each. */
const providers: readonly ((document: JudgedDocument, position: Position) => readonly CompletionItem[])[] = [
  celCompletion,
];

/** Characters after which there may be something to offer. */
export const completionTriggers: readonly string[] = ['.'];

/** Answers `textDocument/completion`. */
export function completion(document: JudgedDocument, position: Position): CompletionItem[] {
  return providers.flatMap((provider) => [...provider(document, position)]);
}
