import type { Hover } from 'vscode-languageserver/node';
import type { Position } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celHover } from './celHover.ts';
import { manifestHover } from './manifestHover.ts';

/** Everything that has something to say about a position, one line each; the first that does is shown. */
const providers: readonly ((document: JudgedDocument, position: Position) => Hover | undefined)[] = [
  celHover,
  manifestHover,
];

/** Answers `textDocument/hover`. */
export function hover(document: JudgedDocument, position: Position): Hover | null {
  for (const provider of providers) {
    const found = provider(document, position);
    if (found !== undefined) return found;
  }
  return null;
}
