import { type ExpressionContext, expressionContextAt } from '../cel/expressionContext.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { Position } from '../text/lineIndex.ts';
import type { JudgedDocument } from './judgedDocument.ts';

/** The expression at a position of a document, with the position's offset and its resource. */
export interface CelAt {
  readonly context: ExpressionContext;
  readonly offset: number;
  readonly resource: Resource;
}

/** The CEL expression at a position; undefined if there is none. */
export function celAt({ analysis, lines }: JudgedDocument, { line, character }: Position): CelAt | undefined {
  const start = lines.lineStart(line);
  if (start === undefined) return undefined;
  const offset = start + character;
  for (const { resource } of analysis.resources) {
    const { root } = resource;
    if (offset < root.start || offset > root.end || resource.escaped === true) continue;
    const group = parseGroupVersion(resource.apiVersion)?.group;
    const context = group === undefined ? undefined : expressionContextAt(root, group, offset);
    if (context !== undefined) return { context, offset, resource };
  }
  return undefined;
}
