import { type Document, isCollection, isNode, isScalar, type Node, visit } from 'yaml';

/**
 * The start of an unclosed construct: the innermost quoted text, flow list or flow map that reaches to the end of a
 * source, where the `yaml` package reports the error. Undefined if the error is elsewhere.
 */
export function unfinishedStart(document: Document, source: string, errorAt: number): number | undefined {
  const end = source.trimEnd().length;
  if (errorAt < end) return undefined;
  let start: number | undefined;
  visit(document, (_, value) => {
    if (!isNode(value)) return undefined;
    const [from, , to] = value.range ?? [0, 0, 0];
    if (to < end) return visit.SKIP;
    if (from < end && canStayOpen(value)) start = from;
    return undefined;
  });
  return start;
}

function canStayOpen(node: Node): boolean {
  if (isScalar(node)) return node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  return isCollection(node) && node.flow === true;
}
