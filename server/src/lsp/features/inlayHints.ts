import type { InlayHint } from 'vscode-languageserver/node';
import { hintsOf } from '../../insight/hints.ts';
import type { Range } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

/** No screen shows that many. */
const maxHints = 500;

/** Answers `textDocument/inlayHint` for the part of a document that is shown. A tooltip has what editors cut. */
export function inlayHints({ analysis, lines, text }: JudgedDocument, { start, end }: Range): InlayHint[] {
  // A client may request more lines than there are.
  const isBehind = lines.lineStart(end.line) === undefined;
  const within = { start: offsetAt(lines, start), end: isBehind ? text.length : offsetAt(lines, end) };
  const hints = new Map<number, InlayHint>();
  for (const judged of analysis.resources) {
    if (hints.size >= maxHints) break;
    for (const { offset, text } of hintsOf(judged, within)) {
      hints.set(offset, { position: lines.position(offset), label: text, tooltip: text, paddingLeft: true });
    }
  }
  return [...hints.values()];
}
