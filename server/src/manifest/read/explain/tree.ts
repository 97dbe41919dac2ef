import { type Document, isCollection, isNode, isScalar, type Node, visit } from 'yaml';

/** Where the innermost collection in brackets around an offset begins; undefined if none is. */
export function flowAround(document: Document, at: number): number | undefined {
  return innermost(document, at, at + 1, (node) => isCollection(node) && node.flow === true);
}

/** Where the scalar in quotes around an offset begins; undefined if none is. */
export function quotesAround(document: Document, at: number): number | undefined {
  return innermost(
    document,
    at,
    at,
    (node) => isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'),
  );
}

function innermost(document: Document, at: number, min: number, wants: (node: Node) => boolean): number | undefined {
  let start: number | undefined;
  visit(document, (_, value) => {
    if (!isNode(value)) return undefined;
    const [from, to] = value.range ?? [0, 0];
    if (from < at && to >= min && wants(value)) start = from;
    return undefined;
  });
  return start;
}
