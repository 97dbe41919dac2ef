import type { ChartDocument, ChartTexts, FoundKey, ValuesFile } from '../../helm/chartTexts.ts';
import { entryFor, type MapNode, mapFor, type Node } from '../../manifest/node.ts';
import { item, type ValuePath } from './scope.ts';

/** The keys below a path of values, in every file that has them; a key of several files comes several times. */
export function keysBelow({ values }: ChartTexts, path: ValuePath): readonly FoundKey[] {
  return values.flatMap((file) => {
    const inFile = pathInFile(file, path);
    return inFile === undefined ? [] : nodesAt(file.root, inFile).flatMap((node) => keysOf(node, file));
  });
}

/** Where a value of a path is set. */
export function keysAt(chart: ChartTexts, path: ValuePath): readonly FoundKey[] {
  const name = path.at(-1);
  const found = name === undefined ? [] : keysBelow(chart, path.slice(0, -1));
  return name === item ? [] : found.filter(({ key }) => key === name);
}

function pathInFile({ below, inFile }: ValuesFile, path: ValuePath): ValuePath | undefined {
  if (!below.every((step, index) => path[index] === step)) return undefined;
  return [...inFile, ...path.slice(below.length)];
}

function nodesAt(root: Node | undefined, path: ValuePath): readonly Node[] {
  let nodes: readonly Node[] = root === undefined ? [] : [root];
  for (const step of path) nodes = nodes.flatMap((node) => membersOf(node, step));
  return nodes;
}

function membersOf(node: Node, step: string): readonly Node[] {
  if (node.kind === 'list') return step === item ? node.items : [];
  if (node.kind !== 'map') return [];
  if (step === item) return node.entries.map(({ value }) => value);
  const entry = entryFor(node, step);
  return entry === undefined ? [] : [entry.value];
}

function keysOf(node: Node, file: ChartDocument): readonly FoundKey[] {
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, keySpan: { start, end }, value, merged }) =>
    merged === true ? [] : [{ file, key, start, end, value }],
  );
}

/** The comment of a key: the lines above it, without blank lines between, or the comment after it. */
export function commentOf({ file: { text }, start }: FoundKey): string | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lines: string[] = [];
  for (let end = lineStart - 1; end > 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const found = /^[ \t]*#+[ \t]?(.*?)\r?$/.exec(text.slice(from, end))?.[1];
    if (found === undefined) break;
    // helm-docs marks comments for readers.
    lines.unshift(found.replace(/^(?:-- ?|@\w+ ?(?:-- ?)?)/, ''));
    end = from - 1;
  }
  const lineEnd = text.indexOf('\n', start);
  const behind = / #[ \t]*(.*?)\r?$/.exec(text.slice(start, lineEnd < 0 ? undefined : lineEnd))?.[1];
  const comment = (lines.length > 0 ? lines.join('\n') : (behind ?? '')).trim();
  return comment === '' ? undefined : comment;
}

/** The part of a schema of values that is about a path. */
export function schemaAt(schema: ChartDocument | undefined, path: ValuePath): MapNode | undefined {
  const root = schema?.root;
  let at = root;
  for (const step of path) {
    if (root === undefined || at === undefined) return undefined;
    const properties = mapFor(at, 'properties');
    const named = step === item || properties === undefined ? undefined : mapFor(properties, step);
    at = referred(named ?? mapFor(at, 'items') ?? mapFor(at, 'additionalProperties'), root);
  }
  return at;
}

/** The maximum length of reference chains. */
const maxReferences = 10;

function referred(schema: MapNode | undefined, root: MapNode): MapNode | undefined {
  let at = schema;
  for (let remaining = maxReferences; at !== undefined && remaining > 0; remaining--) {
    const reference: Node | undefined = entryFor(at, '$ref')?.value;
    if (reference?.kind !== 'scalar' || typeof reference.value !== 'string') return at;
    if (!reference.value.startsWith('#/')) return undefined;
    const steps: readonly string[] = reference.value.slice(2).split('/');
    at = steps.reduce<MapNode | undefined>((map, step) => map && mapFor(map, step), root);
  }
  return undefined;
}
