import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver/node';
import { type FoldedLines, foldsOf } from '../../insight/folding.ts';

const kinds: Readonly<Partial<Record<FoldedLines['kind'], FoldingRangeKind>>> = {
  comment: FoldingRangeKind.Comment,
  document: FoldingRangeKind.Region,
};

/** Answers `textDocument/foldingRange`, with as many ranges as the client takes. */
export function foldingRanges(text: string, limit: number): FoldingRange[] {
  return foldsOf(text)
    .slice(0, limit)
    .map(({ start, end, kind }) => {
      const named = kinds[kind];
      return { startLine: start, endLine: end, ...(named === undefined ? {} : { kind: named }) };
    });
}
