import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type CelSymbol, describeWord, isFound } from '../../cel/describe.ts';
import { celWordAt, type ExpressionContext } from '../../cel/expressionContext.ts';
import { versionOf } from '../../cel/libraries.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Position } from '../../text/lineIndex.ts';
import { celAt } from '../celAt.ts';
import type { JudgedDocument } from '../judgedDocument.ts';

/** Describes a name in an expression, the version that introduced it, and the targets that lack it. */
export function celHover(document: JudgedDocument, position: Position): Hover | undefined {
  const at = celAt(document, position);
  if (at === undefined) return undefined;
  const word = celWordAt(document.text, at.offset);
  const symbols = word.text === '' ? [] : describeWord(word, at.context);
  if (symbols.length === 0) return undefined;
  const value = symbols.map((symbol) => markdown(symbol, at.context, document.targets.surfaces)).join('\n\n---\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: document.lines.range(word) };
}

function markdown(symbol: CelSymbol, context: ExpressionContext, surfaces: readonly ApiSurface[]): string {
  const { signatures, description, since } = symbol;
  const missing = surfaces.filter((surface) => !isFound(symbol, context, surface));
  const lacks = missing.map(
    (surface) => `Not for new expressions at ${surface.name}: they must fit ${formatMinor(versionOf(surface))}.`,
  );
  return [
    ['```cel', ...signatures, '```'].join('\n'),
    description,
    ...(since === undefined ? [] : [since]),
    ...lacks,
  ].join('\n\n');
}
