import { type DocumentSymbol, SymbolKind, SymbolTag } from 'vscode-languageserver/node';
import { type OutlineSymbol, symbolsOf } from '../../insight/symbols.ts';
import type { LineIndex } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';

/**
 * Answers `textDocument/documentSymbol`.
 *
 * @param withFields with the fields of resources, where no other extension shows them.
 */
export function documentSymbols({ analysis, lines }: JudgedDocument, withFields: boolean): DocumentSymbol[] {
  return symbolsOf(analysis.manifest, analysis.resources, withFields).map((symbol) => toSymbol(symbol, lines));
}

const kinds: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  resource: SymbolKind.Class,
  list: SymbolKind.Array,
  field: SymbolKind.Field,
  item: SymbolKind.Object,
};

function toSymbol({ name, detail, kind, deprecated, span, nameSpan, children }: OutlineSymbol, lines: LineIndex) {
  const symbol: DocumentSymbol = {
    // Clients refuse symbols without a name.
    name: name.trim() === '' ? '""' : name,
    ...(detail === '' ? {} : { detail }),
    kind: kinds[kind],
    ...(deprecated ? { tags: [SymbolTag.Deprecated] } : {}),
    range: lines.range(span),
    selectionRange: lines.range(nameSpan),
    children: children.map((child) => toSymbol(child, lines)),
  };
  return symbol;
}
