import type { JudgedResource } from '../judge/analysis.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type MapEntry, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import { isOutdated } from './isOutdated.ts';

/** A part of a file as an outline shows it. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'resource' | 'list' | 'field' | 'item';
  readonly deprecated: boolean;
  readonly span: Span;
  /** The span of its name; inside `span`. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

/** How deep fields are shown, and how many symbols a file has at most. */
const deepest = 8;
const maxSymbols = 5_000;

/**
 * The resources of a file as symbols, embedded ones nested.
 *
 * @param withFields whether to include their fields, for editors without another provider.
 */
export function symbolsOf(
  { documents }: Manifest,
  judged: readonly JudgedResource[],
  withFields: boolean,
): readonly OutlineSymbol[] {
  const budget = { remaining: maxSymbols };
  const seen = new Set<string>();
  const resources = judged.flatMap((judgedResource): readonly OutlineSymbol[] => {
    const { root, kind, apiVersion } = judgedResource.resource;
    // A rendered template has the resources of its text again.
    const key = `${root.start} ${root.end} ${apiVersion} ${kind}`;
    if (seen.has(key) || budget.remaining-- <= 0) return [];
    seen.add(key);
    return [resourceSymbol(judgedResource, withFields ? fieldsOf(root, 1, budget) : [])];
  });
  const lists = documents.flatMap(({ root }): readonly OutlineSymbol[] => {
    if (root?.kind !== 'map' || !/List$/.test(stringFor(root, 'kind') ?? '')) return [];
    const isOwn = resources.some(({ span }) => span.start === root.start && span.end === root.end);
    return isOwn ? [] : [listSymbol(root)];
  });
  return nested([...lists, ...resources]);
}

function resourceSymbol({ resource, verdicts }: JudgedResource, children: readonly OutlineSymbol[]): OutlineSymbol {
  const { root, kind, apiVersion, name, kindSpan, part } = resource;
  const title = [kind === '' ? (part?.of?.kind ?? 'patch') : kind, name ?? ''].filter((word) => word !== '').join(' ');
  const span = union(root, kindSpan);
  const deprecated = verdicts.some(isOutdated);
  return { name: title, detail: apiVersion, kind: 'resource', deprecated, span, nameSpan: kindSpan, children };
}

function listSymbol(root: MapNode): OutlineSymbol {
  const name = stringFor(root, 'kind') ?? '';
  const nameSpan = root.entries.find(({ key }) => key === 'kind')?.keySpan ?? root;
  const detail = stringFor(root, 'apiVersion') ?? '';
  return { name, detail, kind: 'list', deprecated: false, span: plain(root), nameSpan: plain(nameSpan), children: [] };
}

interface Budget {
  remaining: number;
}

/** The nonleaf fields, and list items by name. */
function fieldsOf(node: Node, depth: number, budget: Budget): readonly OutlineSymbol[] {
  if (depth > deepest) return [];
  if (node.kind === 'list') {
    return node.items.flatMap((item, index): readonly OutlineSymbol[] => {
      if (item.kind === 'scalar' || budget.remaining-- <= 0) return [];
      const name = item.kind === 'map' ? (stringFor(item, 'name') ?? String(index)) : String(index);
      const children = fieldsOf(item, depth + 1, budget);
      return [
        { name, detail: '', kind: 'item', deprecated: false, span: plain(item), nameSpan: plain(item), children },
      ];
    });
  }
  if (node.kind === 'scalar') return [];
  return node.entries.flatMap((entry): readonly OutlineSymbol[] => {
    const { key, value, keySpan, merged } = entry;
    if (merged === true || isHead(entry, depth) || budget.remaining-- <= 0) return [];
    const isElsewhere = entry.alias !== undefined;
    const span = isElsewhere ? union(keySpan, entry.alias ?? keySpan) : union(keySpan, value);
    const children = isElsewhere ? [] : fieldsOf(value, depth + 1, budget);
    return [{ name: key, detail: '', kind: 'field', deprecated: false, span, nameSpan: plain(keySpan), children }];
  });
}

/** The identifying fields of a resource, and deep leaves. */
function isHead({ key, value }: MapEntry, depth: number): boolean {
  return depth === 1 ? key === 'apiVersion' || key === 'kind' : value.kind === 'scalar';
}

/** Nests symbols by their spans. */
function nested(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  const roots: OutlineSymbol[] = [];
  const open: { readonly symbol: OutlineSymbol; readonly children: OutlineSymbol[] }[] = [];
  const sorted = [...symbols].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  for (const outlineSymbol of sorted) {
    while ((open.at(-1)?.symbol.span.end ?? Number.POSITIVE_INFINITY) < outlineSymbol.span.end) open.pop();
    const children = [...outlineSymbol.children];
    const symbol = { ...outlineSymbol, children };
    (open.at(-1)?.children ?? roots).push(symbol);
    open.push({ symbol, children });
  }
  return roots;
}

function union(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

function plain({ start, end }: Span): Span {
  return { start, end };
}
