import { entryFor, type MapNode, type Node } from '../manifest/node.ts';

/** A value that a kustomization certainly writes into a resource. */
export interface CertainWrite {
  /** The path to it: keys, and items of lists by their numbers. */
  readonly steps: readonly string[];
  /** Undefined if the kustomization removes the field. */
  readonly value: Node | undefined;
  /** Undefined if the origin is unknown. */
  readonly by: FillOrigin | undefined;
  /** The path in the output, if list items have other numbers there. */
  readonly built?: readonly string[] | undefined;
  /** How many of the resource's changes come before it. */
  readonly before: number;
}

/** The origin of a written value. */
export interface FillOrigin {
  /** Its file, absolute. */
  readonly file: string;
  /** The path there: `replacements[0].targets[0].fieldPaths[0]`. */
  readonly path: string;
  /** For a patch: the index of its document in the file; undefined in a kustomization. */
  readonly document?: number | undefined;
  /** Whether it is a patch, whose structure is checked by itself. */
  readonly isPatch?: boolean;
}

/** A resource with values written into it. Each has the span of the value it replaces, or of its parent. */
export function filledRoot(root: MapNode, fills: readonly Pick<CertainWrite, 'steps' | 'value'>[]): MapNode {
  let filled: Node = root;
  for (const { steps, value } of fills) filled = put(filled, steps, value);
  return filled.kind === 'map' ? filled : root;
}

function put(node: Node, [step, ...rest]: readonly string[], value: Node | undefined): Node {
  if (step === undefined) return value === undefined ? node : { ...value, start: node.start, end: node.end };
  if (node.kind === 'list') {
    const { start, end } = node;
    const added =
      value !== undefined && rest.length === 0 && step === String(node.items.length) ? [{ ...value, start, end }] : [];
    const items = node.items.map((item, index) => (String(index) === step ? put(item, rest, value) : item));
    return { ...node, items: [...items, ...added] };
  }
  if (node.kind !== 'map') return node;
  const entry = entryFor(node, step);
  if (value === undefined && (entry === undefined || rest.length === 0)) {
    return entry === undefined ? node : { ...node, entries: node.entries.filter((existing) => existing !== entry) };
  }
  if (entry !== undefined) {
    const filled = { ...entry, value: put(entry.value, rest, value) };
    return { ...node, entries: node.entries.map((existing) => (existing === entry ? filled : existing)) };
  }
  const { start, end } = node;
  const inner = put({ kind: 'map', entries: [], flow: true, start, end }, rest, value);
  return { ...node, entries: [...node.entries, { key: step, keySpan: { start, end }, value: inner }] };
}
