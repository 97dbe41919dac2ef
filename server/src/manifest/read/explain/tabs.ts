import { type Document, isCollection, isNode, isScalar, type Node, visit } from 'yaml';
import { type Fault, localFault } from './fault.ts';

/** A tab where only spaces are allowed. */
export function tab(source: string, at: number): Fault {
  const run = /^\t+/.exec(source.slice(at, at + 200))?.[0].length ?? 1;
  return localFault(
    { start: at, end: at + run },
    'a tab is used for indentation; YAML allows only spaces',
    'Write spaces instead.',
  );
}

/**
 * Tabs before nothing or a comment, at the start of a line or after a dash, which the `yaml` package accepts and
 * go-yaml refuses (`yaml_parser_scan_to_next_token` and `yaml_parser_scan_plain_scalar` in `scannerc.go`): before a
 * token no line may begin with a tab, and after a plain scalar only if it is deeper than the scalar's parent. Only for
 * documents without other errors.
 */
export function misreadTabs(source: string, document: Document): readonly Fault[] {
  if (!source.includes('\t')) return [];
  const faults: Fault[] = [];
  const spans = [...source.matchAll(/^( *(?:[-?] +)*[-?]? *)\t[ \t]*(?:#[^\n]*)?\r?$/gm)].map(
    ({ index, 1: blanks = '' }) => ({
      at: index + blanks.length,
      column: blanks.trim() === '' ? blanks.length : -1,
    }),
  );
  if (spans.length === 0) return [];
  const leaves = leavesOf(document, source);
  let leaf = 0;
  for (const { at, column } of spans) {
    while (leaf + 1 < leaves.length && (leaves[leaf + 1]?.start ?? 0) <= at) leaf++;
    const before = leaves[leaf];
    if (before !== undefined && before.start <= at) {
      if (at < before.end) continue;
      const isNext = column >= 0 && before.plain && /^[ \t\r\n]*$/.test(source.slice(before.end, at));
      if (isNext && column > before.column) continue;
    }
    faults.push(tab(source, at));
  }
  return faults;
}

/** Literal spans in the order of the text: scalars, and flow collections as a whole. */
interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly plain: boolean;
  /** The column of the block collection that it is in; -1 at the root. */
  readonly column: number;
}

function leavesOf(document: Document, source: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const add = (node: Node, column: number, plain: boolean): void => {
    const [start, end] = node.range ?? [0, 0];
    if (end > start) leaves.push({ start, end, plain, column });
  };
  visit(document, (_, value, path) => {
    if (!isNode(value)) return undefined;
    if (isCollection(value)) {
      if (value.flow !== true) return undefined;
      add(value, -1, false);
      return visit.SKIP;
    }
    const collection = path.findLast((candidate) => isCollection(candidate));
    const start = isCollection(collection) ? collection.range?.[0] : undefined;
    const column = start === undefined ? -1 : start - (source.lastIndexOf('\n', start - 1) + 1);
    add(value, column, isScalar(value) && (value.type ?? 'PLAIN') === 'PLAIN');
    return undefined;
  });
  return leaves.sort((a, b) => a.start - b.start);
}
